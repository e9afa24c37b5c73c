/** All texts of this language: every file of this folder holds the sections it is named for. */
const files = import.meta.glob<object>('./*.json', { eager: true, import: 'default' });

export const words: object = Object.assign({}, ...Object.values(files)) as object;
