/** Which parts each text has to be handed. Written by `npm run translations`. */
export type FileNotesParts = {
  'fileNote.summary': 'count';
  'fileNote.pages': 'count' | 'pages';
  'fileNote.pages-in-doubt': 'first' | 'second';
};
