import { useQuery } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { DocumentDetail, PageSize, RecipientView } from '#contract/documents/documents.ts';
import type { Field, FieldType } from '#core/field/field.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { currentUserQuery } from '../../api/account.ts';
import type { PlacedField } from '../moved-fields.ts';
import { readDocument, replaceFile, saveFields, saveRecipients, saveTitle } from '../../api/documents.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { onSessionEnd } from '../../api/transport/request.ts';
import { DraftSaver, type DraftCalls, type SaveState } from './draft-saver.ts';
import { useNewShownPage, type ShownPage } from './shown-page.ts';
import { useHistory } from './use-history.ts';
import type { EditorRecipient, EditorRecipientInput } from './moment.ts';
import { changeLayout, newLayout, type Action, type Layout } from './layout.ts';

/** State shared by all parts of the editor. */
export type Editor = {
  /** A template is edited like a draft, with roles in place of recipients. */
  kind: 'document' | 'template';
  document: DocumentDetail;
  pages: readonly PageSize[];
  layout: Layout;
  change: (action: Action) => void;
  recipients: readonly EditorRecipient[];
  /** Rejects with the server's reason if the server refuses the change. Nothing has changed then. */
  putRecipients: (recipients: EditorRecipientInput[], signingOrder?: 'parallel') => Promise<RecipientView[]>;
  title: string;
  rename: (title: string) => Promise<void>;
  /** Undo and redo cover every step: fields, recipients and title. */
  undo: () => void;
  redo: () => void;
  /** The recipient whose fields the palette places. */
  activeRecipient: RecipientView | null;
  activate: (recipientId: string | null) => void;
  /** The field type that the next click on a page places. */
  armed: FieldType | null;
  arm: (type: FieldType | null) => void;
  /** In multi-select mode, a press or Space adds a field to the selection or removes it. */
  gathering: boolean;
  gather: (on: boolean) => void;
  /** True while the panel also shows the properties that are set less often. */
  moreProperties: boolean;
  showMoreProperties: (on: boolean) => void;
  shownPage: ShownPage;
  saving: SaveState;
  /** If false, the member saves with a button, and is warned before leaving with unsaved fields. */
  autoSave: boolean;
  /** Saves pending changes. Resolves to true if nothing remains unsaved. */
  flush: () => Promise<boolean>;
  /** Suspends saving while the send request runs. */
  sending: DraftSaver['sending'];
  /** The revision on which the next edit is based. */
  revision: () => number;
  replaceFile: EditorCalls['replaceFile'];
};

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor needs an EditorProvider around it');
  return editor;
}

/** All requests that change the edited item. */
export type EditorCalls = DraftCalls & {
  replaceFile: (
    ...call: Parameters<typeof replaceFile>
  ) => Promise<{ signatureFields: readonly PlacedField[] }>;
};

export type Edited = { kind: Editor['kind']; document: DocumentDetail; calls: EditorCalls };

/** The requests that save a draft */
export const documentCalls: EditorCalls = {
  saveTitle,
  saveFields,
  saveRecipients,
  replaceFile,
  read: readDocument,
};

/** Creates the editor's state for a draft or template from the server's data. */
export function useNewEditor({ kind, document, calls }: Edited): Editor {
  const { id, revision, pages, signatureFields } = document;
  const autoSave = useAutoSaveWanted();
  const [saver] = useState(() => new DraftSaver(id, revision, calls, autoSave));
  const saving = useSyncExternalStore(saver.subscribe, () => saver.state);
  const [layout, change] = useReducer(
    (before: Layout, action: Action) => changeLayout(before, action, pages),
    signatureFields as readonly Field[],
    newLayout,
  );
  const { recipients, putRecipients, title, rename, undo, redo } = useHistory(
    saver,
    document,
    layout,
    change,
  );
  const [activeId, activate] = useState<string | null>(null);
  const [armed, arm] = useState<FieldType | null>(null);
  const [gathering, gather] = useState(false);
  const [moreProperties, showMoreProperties] = useState(false);
  const shownPage = useNewShownPage();
  useAutosave(saver, layout.fields, autoSave);
  useKeepFields(saver, document, change);
  return {
    kind,
    document,
    pages,
    layout,
    change,
    recipients,
    putRecipients,
    title,
    rename,
    undo,
    redo,
    activeRecipient:
      recipients.find((recipient) => recipient.id === activeId) ?? recipients.find(mustAct) ?? null,
    activate,
    armed,
    arm,
    gathering,
    gather,
    moreProperties,
    showMoreProperties,
    shownPage,
    saving,
    autoSave,
    flush: () => saver.flush(),
    sending: (send) => saver.sending(send),
    revision: () => saver.revision,
    replaceFile: calls.replaceFile,
  };
}

/** The member's auto-save setting. An open editor keeps the value it started with. */
function useAutoSaveWanted(): boolean {
  const { data: user } = useQuery(currentUserQuery);
  const [wanted] = useState(user?.autoSave ?? true);
  return wanted;
}

/**
 * Saves after every change, when the tab is hidden, and when the editor is closed. With auto-save off it
 * saves nothing automatically, and the browser asks before closing with unsaved fields.
 */
function useAutosave(saver: DraftSaver, fields: readonly Field[], auto: boolean): void {
  const saved = useRef(fields);
  const ended = useRef(false);
  useEffect(() => {
    if (fields === saved.current) return;
    saved.current = fields;
    saver.fields(fields);
  }, [saver, fields]);
  useEffect(() => {
    const flushIfAuto = () => void (auto && saver.flush());
    const flushWhenHidden = () => {
      if (window.document.visibilityState === 'hidden') flushIfAuto();
    };
    const confirmUnload = (event: BeforeUnloadEvent) => {
      // Does not ask on the way to the sign-in page, because unsaved changes are kept (useKeepFields).
      if (ended.current) return;
      if (saver.state.kind === 'saved' || saver.state.kind === 'outdated') return;
      flushIfAuto();
      event.preventDefault();
    };
    window.document.addEventListener('visibilitychange', flushWhenHidden);
    window.addEventListener('beforeunload', confirmUnload);
    const stop = onSessionEnd(() => (ended.current = true));
    return () => {
      stop();
      window.document.removeEventListener('visibilitychange', flushWhenHidden);
      window.removeEventListener('beforeunload', confirmUnload);
      flushIfAuto();
    };
  }, [saver, auto]);
}

/**
 * Keeps fields that could not be saved before the session ended, unless someone else has changed the draft
 * since.
 */
function useKeepFields(
  saver: DraftSaver,
  { id, revision }: DocumentDetail,
  change: (action: Action) => void,
) {
  useSavedInput(
    `fields ${id}`,
    () => saver.unsaved && { fields: saver.unsaved, revision: saver.revision },
    (kept) => {
      if (kept?.revision === revision) change({ kind: 'put-back', fields: kept.fields });
    },
  );
}
