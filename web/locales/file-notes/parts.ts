/** Placeholders that each text requires. Written by `npm run translations`. */
export type FileNotesParts = {
  'fileNote.summary': 'count';
  'fileNote.pages': 'count' | 'pages';
  'fileNote.pages-in-doubt': 'first' | 'second';
  'moved.pages': 'from' | 'name' | 'to';
  'moved.within': 'name' | 'page';
  'moved.added': 'name' | 'page';
};
