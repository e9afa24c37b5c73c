import type { DragEvent } from 'react';

/** Media type of a drag inside the library. Other programs neither create nor read it. */
export const documentsType = 'application/x-countersign-documents';
export const folderType = 'application/x-countersign-folder';

export type Dropped = { documents: string[] } | { folder: string };

export function hasDraggedDocuments({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(documentsType) || dataTransfer.types.includes(folderType);
}

export function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files') && !dataTransfer.types.includes(documentsType);
}

export function readDropped({ dataTransfer }: DragEvent): Dropped | null {
  const folder = dataTransfer.getData(folderType);
  if (folder) return { folder };
  const documents = dataTransfer.getData(documentsType);
  return documents ? { documents: documents.split(',') } : null;
}
