import type { Random } from './random.ts'

/** `plain` is the spelling in a to z for addresses. */
type Name = { written: string; plain: string }
/** `twice`: which of the two is often double, and how it is joined. */
type Culture = {
  weight: number
  given: readonly Name[]
  family: readonly Name[]
  twice?: { part: 'given' | 'family'; joint: string; share: number }
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  ı: 'i',
}

/** Names by culture; `written|plain` where the plain spelling does not follow from the letters. */
const cultures: readonly Culture[] = [
  culture(
    18,
    'James Mary Olivia Noah Emma Liam Grace Henry Chloe Jack Ruby Owen Alice Felix Rose Max',
    'Smith Johnson Brown Taylor Wilson Clark Baker Carter Murphy O’Brien O’Neill Walsh Reed Hughes Fox Lee ' +
      compound(
        'Hart Ash Brad Whit Wood Black Har Stan Hamp Ches Win Kirk',
        'ford well ton field ley man worth by',
      ),
  ),
  culture(
    10,
    'Lukas Jürgen Anna Sören Heike Jörg Käthe Uwe Björn Ute Götz Elke Rainer Silke Jens Ulf',
    'Müller Schmidt Weiß Schäfer Köhler Großmann Böhm Vogel Krüger Jäger Lüdtke Frank Voß Öztürk Roth Kühn ' +
      compound('Ober Stein Rosen Grün Linden Hoff Berg Wald', 'mann meier bach hardt feld müller'),
  ),
  culture(
    8,
    'Zoé Hélène François Chloé Théo Anaïs Loïc Maëlle Benoît Jean-Luc Inès Rémi Gaëlle Noël Aïcha Élise',
    "Lefèvre D'Angelo Bélanger Côté N'Diaye Gauthier L'Hôpital Béranger Dupré Fournier Garçon Hébert Noël Roux Traoré Léger " +
      compound('Beau Mont Château Haute Belle', 'champ court fort vallée rive mont'),
  ),
  culture(
    9,
    'José María Íñigo Lucía Ángel Sofía Joaquín Inés Raúl Begoña Óscar Nuria Álvaro Paz Iker Noa',
    'García Muñoz Núñez Ibáñez Peña Rodríguez Sánchez Zúñiga López Vázquez Ordóñez Gómez Cañas Ruiz Díaz Ríos',
    { part: 'family', joint: ' ', share: 0.8 },
  ),
  culture(
    5,
    'João Inês Luís Antônia Caetano Conceição Simão Beatriz Gonçalo Márcia Tomé Íris',
    'Gonçalves Magalhães Sá Araújo Fonseca Simões Brandão Assunção Leão Vaz Conceição Mourão',
    { part: 'family', joint: ' ', share: 0.8 },
  ),
  culture(
    6,
    'Łukasz Małgorzata Paweł Agnieszka Michał Zofia Jędrzej Świętosława Bożena Jan Stanisław Wanda',
    'Żak Wiśniewski Wójcik Dąbrowski Kamiński Łęcki Zając Źródło Król Nowak Pawłowska Górska ' +
      compound('Kowal Wiśn Sobo Majew Lewan', 'ska czyk owicz ewski'),
  ),
  culture(
    5,
    'Håkan Åsa Søren Bjørn Øyvind Þór Guðrún Ásdís Märta Jürg Siân Linnéa',
    'Ångström Sørensen Bjørnstad Østergård Lindström Ólafsson Jónsdóttir Nygård Håland Virtanen Mäkelä Dahl ' +
      compound('Lind Berg Sjö Ek Söder Nord', 'ström gren qvist dahl lund'),
  ),
  culture(
    4,
    'Jiří Šárka Zdeněk Božena Ľubomír Dušan Çağla İbrahim Gülşah Ioana Ștefan Žofia',
    'Dvořák Novák Šťastný Řehoř Kováč Țepeș Yılmaz Şahin Đurić Čapek Horváth Nagy',
  ),
  culture(
    8,
    '伟|wei 芳|fang 娜|na 秀英|xiuying 敏|min 静|jing 强|qiang 磊|lei 洋|yang 艳|yan 子涵|zihan 欣怡|xinyi',
    '王|wang 李|li 张|zhang 刘|liu 陈|chen 杨|yang 赵|zhao 黄|huang 周|zhou 吴|wu 欧阳|ouyang 司马|sima',
    { part: 'given', joint: '', share: 0.7 },
  ),
  culture(
    4,
    '翔太|shota さくら|sakura 健|ken 美咲|misaki 大輔|daisuke 陽菜|hina 直樹|naoki 結衣|yui',
    '佐藤|sato 鈴木|suzuki 高橋|takahashi 田中|tanaka 渡辺|watanabe 伊藤|ito 山本|yamamoto 中村|nakamura',
  ),
  culture(
    3,
    '민준|minjun 서연|seoyeon 지훈|jihoon 하은|haeun 도윤|doyun 지우|jiwoo',
    '김|kim 이|lee 박|park 최|choi 정|jung 강|kang',
  ),
  culture(
    5,
    'محمد|mohammed فاطمة|fatima أحمد|ahmed ليلى|layla عمر|omar نور|nour يوسف|youssef سارة|sara',
    'الحسن|alhasan حداد|haddad منصور|mansour خوري|khoury الفاسي|elfassi نجار|najjar سعيد|said عباس|abbas',
    { part: 'given', joint: ' ', share: 0.5 },
  ),
  culture(
    2,
    'נועה|noa דוד|david תמר|tamar יוסף|yosef מיכל|michal אורי|uri',
    'כהן|cohen לוי|levi מזרחי|mizrahi פרץ|peretz ביטון|biton דהן|dahan',
  ),
  culture(
    4,
    'Олексій|oleksii Марія|mariia Дмитро|dmytro Ольга|olha Γιώργος|giorgos Ελένη|eleni',
    'Шевченко|shevchenko Коваль|koval Бондар|bondar Мельник|melnyk Παππάς|pappas Νικολάου|nikolaou',
    { part: 'family', joint: '-', share: 0.2 },
  ),
  culture(
    6,
    'Aarav Priya अर्जुन|arjun Ananya Rohan दीपा|deepa Vikram Lakshmi Kiran Meera Sanjay Nisha',
    'Sharma Patel Reddy शर्मा|sharma Iyer Nair Gupta Singh Das Rao Mehta ' +
      compound('Krishna Rama Venkata Deva Chandra', 'murthy n swamy nathan iah'),
  ),
  culture(
    5,
    'Nguyệt Đức Thảo Quốc Adébáyọ̀ Chiamaka Ọlá Kwame Amahle Nandi Sipho Tʼkeya',
    'Nguyễn Trần Phạm Đặng Okafor Adéyẹmí Mensah Nkosi Dlamini Mbeki Owusu ' +
      compound('Ade Olu Oko Ogu', 'yemi bayo sola nkwo ndu'),
  ),
]

const weights = cultures.flatMap((entry, index) =>
  Array.from({ length: entry.weight }, () => index),
)

export type PersonName = { firstName: string; lastName: string; handle: string }

/** A person's name and the handle that follows from it, which others may share. */
export function nameAt(random: Random, index: number): PersonName {
  const entry = cultures[random.pickAt(index, 'culture', weights)]
  // One in a hundred has a given name of another culture.
  const other =
    random.at(index, 'mixed name') < 0.01 ? random.pickAt(index, 'other culture', cultures) : entry
  if (!entry || !other) throw new RangeError('no culture to take a name from')
  const given = take(random, index, { names: other.given, part: 'given', twice: other.twice })
  const family = take(random, index, { names: entry.family, part: 'family', twice: entry.twice })
  return {
    firstName: given.written,
    lastName: family.written,
    handle: `${given.plain}.${family.plain}`,
  }
}

type Choice = { names: readonly Name[]; part: 'given' | 'family'; twice: Culture['twice'] }

function take(random: Random, index: number, { names, part, twice }: Choice): Name {
  const first = random.pickAt(index, `${part} name`, names)
  if (twice?.part !== part || random.at(index, 'two names') >= twice.share) return first
  const second = random.pickAt(index, `second ${part} name`, names)
  return {
    written: `${first.written}${twice.joint}${second.written}`,
    plain: first.plain + second.plain,
  }
}

function culture(weight: number, given: string, family: string, twice?: Culture['twice']): Culture {
  const names = {
    weight,
    given: given.split(' ').map(nameOf),
    family: family.split(' ').map(nameOf),
  }
  return twice ? { ...names, twice } : names
}

/** Every stem with every ending, in words. */
function compound(stems: string, endings: string): string {
  const ends = endings.split(' ')
  return stems
    .split(' ')
    .flatMap((stem) => ends.map((end) => stem + end))
    .join(' ')
}

function nameOf(text: string): Name {
  const [written = '', plain = toPlain(written)] = text.split('|')
  return { written, plain }
}

function toPlain(written: string): string {
  const bare = written.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return bare.replaceAll(/[^a-z]/g, (letter) => letters[letter] ?? '')
}
