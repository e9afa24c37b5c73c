import { z } from 'zod';
import {
  archiveQuery,
  changeFolderBody,
  createFolderBody,
  deleteFolderAnswer,
  deleteFolderQuery,
  documentsBody,
  duplicateAnswer,
  emptyBinAnswer,
  folder,
  folderList,
  moveDocumentsBody,
  severalAnswer,
} from '../library.ts';
import { libraryPaths } from '../paths.ts';
import { file, nothing, routesAt } from '../route.ts';

const who = 'member';
/** Folder ids are stored in lower case. */
const params = z.object({ id: z.string().toLowerCase() });
const unfit = [
  ...['not-found', 'folder-name-missing', 'folder-exists', 'folder-in-itself', 'folder-too-deep'],
  'folders-too-many',
  'private-to-another',
] as const;

export const libraryRows = routesAt(libraryPaths, {
  listFolders: {
    ...{ summary: 'List all folders by name', who },
    answers: { 200: folderList },
    refusals: [],
  },
  createFolder: {
    ...{ summary: 'Create a folder', who, body: createFolderBody },
    answers: { 201: folder },
    refusals: unfit,
  },
  changeFolder: {
    ...{ summary: 'Rename or move a folder', who, params, body: changeFolderBody },
    answers: { 200: folder },
    refusals: unfit,
  },
  deleteFolder: {
    ...{ summary: 'Delete a folder', who, params, query: deleteFolderQuery },
    answers: { 200: deleteFolderAnswer },
    refusals: ['not-found', 'folder-too-deep', 'folder-exists', 'private-to-another'],
  },
  moveDocuments: {
    ...{ summary: 'Move documents into a folder', who, body: moveDocumentsBody },
    answers: { 200: severalAnswer },
    refusals: ['not-found'],
  },
  deleteDocument: {
    ...{ summary: 'Move a document to the bin', who },
    answers: { 204: nothing },
    refusals: ['not-found', 'document-being-signed', 'document-being-sealed', 'document-on-hold'],
  },
  deleteDocuments: {
    ...{ summary: 'Move documents to the bin', who, body: documentsBody },
    answers: { 200: severalAnswer },
    refusals: [],
  },
  duplicateDocument: {
    ...{ summary: 'Create a draft from a document', who },
    answers: { 201: duplicateAnswer },
    refusals: [
      'not-found',
      'sealed-elsewhere',
      'plan-limit-documents',
      'plan-limit-recipients',
      'plan-limit-storage',
    ],
  },
  packDocuments: {
    ...{ summary: 'Download several documents as one ZIP file', who, query: archiveQuery },
    answers: { 200: file('application/zip') },
    refusals: ['not-found', 'sealed-file-differs'],
  },
  restoreDocuments: {
    ...{ summary: 'Restore documents from the bin', who, body: documentsBody },
    answers: { 200: severalAnswer },
    refusals: [],
  },
  purgeDocuments: {
    ...{ summary: 'Permanently delete documents in the bin', who, body: documentsBody },
    answers: { 200: severalAnswer },
    refusals: [],
  },
  emptyBin: {
    ...{ summary: 'Permanently delete everything in the bin', who },
    answers: { 200: emptyBinAnswer },
    refusals: [],
  },
});
