/** The reference's only style sheet. It asks for nothing from anywhere. */
export const style = `
:root { color-scheme: light dark;
  --back: light-dark(#ffffff, #14171c); --text: light-dark(#1c2430, #dfe4ea); --quiet: light-dark(#5b6776, #98a3b0);
  --line: light-dark(#e2e7ec, #2a3038); --raised: light-dark(#f5f7f9, #1b2027); --link: light-dark(#0b5cad, #7fb7f0);
  --get: light-dark(#0f6b4f, #5fd1a5); --post: light-dark(#0b5cad, #7fb7f0); --patch: light-dark(#8a5300, #e6b45c); --delete: light-dark(#a8262f, #f28b8f); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem; background: var(--raised); border-right: 1px solid var(--line); }
nav h2 { margin: 1.25rem 0 .25rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--quiet); }
nav ul { list-style: none; margin: 0; padding: 0; } nav li { margin: .1rem 0; line-height: 1.35; }
nav li a { font-size: .9em; display: flex; gap: .5rem; padding: .2rem 0; color: inherit; }
nav .method { flex: 0 0 3rem; font-size: .68rem; padding-top: .1rem; }
.brand { font-size: 1.15rem; font-weight: 650; color: inherit; } .brand small { color: var(--quiet); font-weight: 400; }
main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 68rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; } h2 { font-size: 1.35rem; margin: 3rem 0 .25rem; }
h3 { font-size: 1.1rem; margin: 0 0 .35rem; } h3 a { color: inherit; }
h4 { font-size: .8rem; margin: 1.25rem 0 .4rem; color: var(--quiet); text-transform: uppercase; letter-spacing: .05em; }
p { margin: .4rem 0 .7rem; max-width: 46rem; }
code, pre { font: .86em/1.5 ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace; } code { overflow-wrap: anywhere; }
p code, td code { background: var(--raised); padding: .08em .3em; border-radius: 4px; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; overflow: auto; max-height: 32rem; margin: .5rem 0; }
.operation { border-top: 1px solid var(--line); padding: 1.75rem 0 1rem; } .endpoint { margin: 0 0 .5rem; }
.method { font: 600 .8rem/1.5 ui-monospace, monospace; color: var(--quiet); }
.get { color: var(--get); } .post { color: var(--post); } .patch, .put { color: var(--patch); } .delete { color: var(--delete); }
.fields { border-collapse: collapse; width: 100%; font-size: .92em; } .fields th { text-align: left; color: var(--quiet); font-weight: 500; font-size: .85em; }
.fields td, .fields th { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.fields td:first-child { white-space: nowrap; } small { color: var(--quiet); }
summary { cursor: pointer; color: var(--link); padding: .3rem 0; width: fit-content; } :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
:target > h3 { color: var(--link); }
@media (max-width: 56rem) { body { display: block; } nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); } .fields { display: block; overflow-x: auto; } .fields td:first-child { white-space: normal; } }
@media print { nav { display: none; } body { display: block; } }
`
