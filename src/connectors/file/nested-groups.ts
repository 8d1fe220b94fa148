/** Members of all groups of one source at most, where those of groups inside count again for each group around them. */
export const mostNestedMembers = 100_000_000

export const tooManyMembers = `Groups are inside of so many other groups that they have more than ${mostNestedMembers / 1_000_000} million members together. Leave out the groups that contain most of the others, and read the rest.`
