/** Placeholders that each text requires. Written by `npm run translations`. */
export type FileNotesParts = {
  'fileNote.summary': 'count';
  'fileNote.pages': 'count' | 'pages';
  'fileNote.pages-in-doubt': 'first' | 'second';
};
