/** Placeholders that each text requires. Written by `npm run translations`. */
export type FileNotesParts = {
  'fileNote.summary': 'count';
  'fileNote.pages': 'count' | 'pages';
  'fileNote.page-count-differs': 'first' | 'second';
  'fileNote.pages-in-doubt': 'first' | 'second';
  'moved.pages': 'from' | 'name' | 'to';
  'moved.within': 'name' | 'page';
  'moved.added': 'name' | 'page';
  'library.uploadTitle': 'folder';
  'library.uploadCount': 'count';
  'library.willUpload': 'count' | 'size';
  'library.uploadProgress': 'bytes' | 'done' | 'total' | 'totalBytes';
  'library.uploadingFile': 'path';
  'library.uploaded': 'count';
  'library.uploadCancelled': 'count';
  'library.uploadStopped': 'count' | 'left';
  'library.refusedFiles': 'count';
  'library.skipped': 'count';
};
