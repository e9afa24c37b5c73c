import type {
  DocumentDetail,
  FieldInput,
  FieldView,
  RecipientInput,
  RecipientView,
} from '#contract/documents/documents.ts';
import { isUnanswered, RequestError, reasonOf } from '../../api/transport/request.ts';
import { newSignal } from '../../kit/signal.ts';
import { hasFields, hasRecipients, hasTitle } from './lost-save.ts';

export type SaveState =
  | { kind: 'saved'; at: number | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'failed'; reason: string }
  /** Someone else changed the draft, so the local state cannot be saved, only reloaded. */
  | { kind: 'outdated'; reason: string };

/** The requests that the saver makes. Tests replace them. */
export type DraftCalls = {
  saveTitle(id: string, body: { title: string; revision: number }): Promise<DocumentDetail>;
  saveFields(
    id: string,
    body: { fields: FieldInput[]; revision: number },
  ): Promise<{ fields: FieldView[]; revision: number }>;
  saveRecipients(
    id: string,
    body: { recipients: RecipientInput[]; signingOrder?: 'parallel' | undefined; revision: number },
  ): Promise<{ recipients: RecipientView[]; revision: number }>;
  /** Reads the draft from the server; null if no one is signed in. */
  read(id: string): Promise<DocumentDetail | null>;
};

type Holds = (draft: DocumentDetail) => boolean;

/**
 * Milliseconds without a change before fields are saved: long enough to collect a drag or a word, and short
 * enough not to lose changes.
 */
const pause = 600;

/**
 * Saves a draft while it is edited, one request at a time. Each request is based on the revision of the
 * previous response. Fields are saved after a pause. Recipients and the title are saved immediately, after
 * pending fields. With auto-save off, they are saved without the pending fields.
 */
export class DraftSaver {
  readonly #id: string;
  readonly #calls: DraftCalls;
  readonly #changes = newSignal();
  #revision: number;
  /**
   * Tests for each save whose response was lost, based on the current revision, whether a draft contains it.
   */
  #lost: Holds[] = [];
  #state: SaveState = { kind: 'saved', at: null };
  #unsaved: readonly FieldView[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #sending: 'no' | 'now' | 'done' = 'no';

  readonly #auto: boolean;

  /** @param auto If false, fields are saved only by `flush`. */
  constructor(id: string, revision: number, calls: DraftCalls, auto = true) {
    this.#id = id;
    this.#revision = revision;
    this.#calls = calls;
    this.#auto = auto;
  }

  get revision(): number {
    return this.#revision;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Changes that are not saved yet. */
  get unsaved(): readonly FieldView[] | null {
    return this.#unsaved;
  }

  readonly subscribe = this.#changes.subscribe;

  /** Replaces all fields, and saves them after a pause or on an explicit save. */
  fields(fields: readonly FieldView[]): void {
    if (this.#sending === 'done') return;
    this.#unsaved = fields;
    if (this.#state.kind === 'outdated' || this.#sending === 'now') return;
    this.#say({ kind: 'waiting' });
    clearTimeout(this.#timer);
    if (this.#auto) this.#timer = setTimeout(() => void this.flush(), pause);
  }

  /** Saves pending changes now. Returns true if nothing remains unsaved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#unsaved === null || this.#sending !== 'no') await this.#queue;
    else await this.#enqueue(() => this.#saveFields(), true).catch(() => undefined);
    return this.#unsaved === null && this.#state.kind === 'saved';
  }

  /**
   * Sends the draft and suspends saving: a draft being sent can no longer be changed, not even by the save on
   * closing the editor. If sending fails, saving resumes.
   */
  async sending<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    clearTimeout(this.#timer);
    this.#sending = 'now';
    try {
      await this.#queue;
      const answer = await send();
      this.#sending = 'done';
      this.#unsaved = null;
      this.#say({ kind: 'saved', at: Date.now() });
      return answer;
    } catch (error) {
      this.#sending = 'no';
      if (this.#unsaved !== null) this.fields(this.#unsaved);
      throw error;
    }
  }

  async recipients(recipients: RecipientInput[], signingOrder?: 'parallel'): Promise<RecipientView[]> {
    await this.#flushIfAuto();
    return this.#enqueue(async () => {
      const answer = await this.#save(
        (revision) => this.#calls.saveRecipients(this.#id, { recipients, signingOrder, revision }),
        (draft) => hasRecipients(draft, recipients),
      );
      return answer.recipients;
    });
  }

  async title(title: string): Promise<string> {
    await this.#flushIfAuto();
    return this.#enqueue(async () => {
      const answer = await this.#save(
        (revision) => this.#calls.saveTitle(this.#id, { title, revision }),
        (draft) => hasTitle(draft, title),
      );
      return answer.title;
    });
  }

  async #flushIfAuto(): Promise<void> {
    if (this.#auto) await this.flush();
  }

  async #saveFields(): Promise<void> {
    const fields = this.#unsaved;
    if (fields === null) return;
    await this.#save(
      (revision) => this.#calls.saveFields(this.#id, { fields: [...fields], revision }),
      (draft) => hasFields(draft, fields),
    );
    if (this.#unsaved === fields) this.#unsaved = null;
  }

  async #save<Answer extends { revision: number }>(
    send: (revision: number) => Promise<Answer>,
    holds: Holds,
  ): Promise<Answer> {
    try {
      const answer = await send(this.#revision);
      this.#goOnFrom(answer.revision);
      return answer;
    } catch (error) {
      if (isUnanswered(error)) this.#lost.push(holds);
      if (!isOutdated(error) || !(await this.#wasOwnChange())) throw error;
      return this.#save(send, holds);
    }
  }

  /**
   * Returns true if a save from this page, whose response was lost, changed the draft. Saving then continues
   * from there.
   */
  async #wasOwnChange(): Promise<boolean> {
    if (this.#lost.length === 0) return false;
    const draft = await this.#calls.read(this.#id);
    if (draft?.revision !== this.#revision + 1 || !this.#lost.some((holds) => holds(draft))) return false;
    this.#goOnFrom(draft.revision);
    return true;
  }

  #goOnFrom(revision: number): void {
    this.#revision = revision;
    this.#lost = [];
  }

  #enqueue<Answer>(work: () => Promise<Answer>, ofFields = false): Promise<Answer> {
    const result = this.#queue.then(async () => {
      if (this.#state.kind === 'outdated') throw new Error(this.#state.reason);
      const before = this.#state;
      this.#say({ kind: 'saving' });
      try {
        const answer = await work();
        this.#say(this.#unsaved === null ? { kind: 'saved', at: Date.now() } : { kind: 'waiting' });
        return answer;
      } catch (error) {
        this.#say(this.#afterFailure(error, before, ofFields));
        throw error;
      }
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** A refused recipient or title is reported at its input. The saved draft does not change. */
  #afterFailure(error: unknown, before: SaveState, ofFields: boolean): SaveState {
    const reason = reasonOf(error);
    if (isOutdated(error)) return { kind: 'outdated', reason };
    return ofFields ? { kind: 'failed', reason } : before;
  }

  #say(state: SaveState): void {
    this.#state = state;
    this.#changes.tell();
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'revision-outdated';
}
