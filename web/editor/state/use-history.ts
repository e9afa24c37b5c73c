import { useRef, useState } from 'react';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { Action, Layout } from './layout.ts';
import {
  toRecipientInput,
  newIds,
  type Beside,
  type EditorRecipient,
  type EditorRecipientInput,
  type NewIds,
} from './moment.ts';

/**
 * The recipients and the title, and undo and redo for every step. A field step is undone locally and saved
 * later. A step on recipients or the title is undone once the server has accepted it.
 */
export function useHistory(
  saver: DraftSaver,
  document: DocumentDetail,
  layout: Layout,
  change: (action: Action) => void,
) {
  const { t } = useTranslation();
  const [recipients, setRecipients] = useState<readonly EditorRecipient[]>(document.recipients);
  const [title, setTitle] = useState(document.title);
  const travelling = useRef(false);
  const putRecipients = async (wanted: EditorRecipientInput[], signingOrder?: 'parallel') => {
    const answered = await saver.recipients(wanted, signingOrder);
    if (!alike(recipients, answered))
      change({ kind: 'remember', beside: { kind: 'recipients', recipients } });
    const known = new Set(answered.map((recipient) => recipient.id));
    for (const { id } of recipients) {
      if (!known.has(id)) change({ kind: 'forget-recipient', recipientId: id });
    }
    setRecipients(answered);
    change({
      kind: 'assign-parties',
      recipients: answered.map((recipient) => ({ ...recipient, turn: recipient.order })),
    });
    return answered;
  };
  const rename = async (wanted: string) => {
    const answered = await saver.title(wanted);
    change({ kind: 'remember', beside: { kind: 'title', title } });
    setTitle(answered);
  };
  /** Saves the earlier title or recipients, and returns the current state for the opposite step. */
  const restore = async (beside: Beside): Promise<{ now: Beside; ids?: NewIds }> => {
    if (beside.kind === 'title') {
      setTitle(await saver.title(beside.title));
      return { now: { kind: 'title', title } };
    }
    const answered = await saver.recipients(beside.recipients.map(toRecipientInput));
    setRecipients(answered);
    return { now: { kind: 'recipients', recipients }, ids: newIds(beside.recipients, answered) };
  };
  const travel = async (kind: 'undo' | 'redo') => {
    const moment = kind === 'undo' ? layout.past.at(-1) : layout.future[0];
    if (!moment?.beside) return change({ kind });
    if (travelling.current) return;
    travelling.current = true;
    try {
      change({ kind, moment, ...(await restore(moment.beside)) });
    } catch (error) {
      showToast({ title: t('editor.undoFailed'), description: reasonOf(error), look: 'danger' });
    } finally {
      travelling.current = false;
    }
  };
  return {
    recipients,
    putRecipients,
    title,
    rename,
    undo: () => void travel('undo'),
    redo: () => void travel('redo'),
  };
}

/** Returns true if no recipient was added, removed or changed, so that no undo step is needed. */
function alike(some: readonly EditorRecipient[], others: readonly EditorRecipient[]): boolean {
  return JSON.stringify(some.map(toRecipientInput)) === JSON.stringify(others.map(toRecipientInput));
}
