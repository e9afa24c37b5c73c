import type {
  DocumentDetail,
  FieldInput,
  FieldView,
  RecipientInput,
  RecipientView,
} from '#contract/documents.ts';
import { RequestError, reasonOf } from '../api/request.ts';
import { newSignal } from '../kit/signal.ts';

export type SaveState =
  | { kind: 'saved'; at: number | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'failed'; reason: string }
  /** The draft was changed elsewhere: what is here cannot be saved, only reloaded. */
  | { kind: 'outdated'; reason: string };

/** The calls that it makes; the API in the product, a fake in the tests. */
export type DraftCalls = {
  saveTitle(id: string, body: { title: string; revision: number }): Promise<DocumentDetail>;
  saveFields(
    id: string,
    body: { fields: FieldInput[]; revision: number },
  ): Promise<{ fields: FieldView[]; revision: number }>;
  saveRecipients(
    id: string,
    body: { recipients: RecipientInput[]; revision: number },
  ): Promise<{ recipients: RecipientView[]; revision: number }>;
};

/** Long enough to gather a drag or a word, short enough to lose nothing. Milliseconds. */
const pause = 600;

/**
 * Saves a draft while it is edited: one call at a time, each on the revision that the one before answered.
 * Fields wait for a pause; recipients and the title go at once, after the fields that are still waiting. Where
 * somebody saves by hand, they go alone, and the fields wait on.
 */
export class DraftSaver {
  readonly #id: string;
  readonly #calls: DraftCalls;
  readonly #changes = newSignal();
  #revision: number;
  #state: SaveState = { kind: 'saved', at: null };
  #unsaved: readonly FieldView[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #sending: 'no' | 'now' | 'done' = 'no';

  readonly #auto: boolean;

  /** `auto` false: fields are saved when somebody says so, by `flush`. */
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

  /** Changes that only this page has, until they are saved. */
  get unsaved(): readonly FieldView[] | null {
    return this.#unsaved;
  }

  readonly subscribe = this.#changes.subscribe;

  /** Remembers the whole list and saves it after a pause, or when it is told to. */
  fields(fields: readonly FieldView[]): void {
    if (this.#sending === 'done') return;
    this.#unsaved = fields;
    if (this.#state.kind === 'outdated' || this.#sending === 'now') return;
    this.#say({ kind: 'waiting' });
    clearTimeout(this.#timer);
    if (this.#auto) this.#timer = setTimeout(() => void this.flush(), pause);
  }

  /** Saves what is waiting, now. True when nothing is left unsaved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#unsaved === null || this.#sending !== 'no') await this.#queue;
    else await this.#enqueue(() => this.#saveFields(), true).catch(() => undefined);
    return this.#unsaved === null && this.#state.kind === 'saved';
  }

  /**
   * Sends the draft, and saves nothing beside it: what is being frozen cannot be changed any more, not even by what
   * the editor saves when it is left. When it was not sent, saving goes on.
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

  async recipients(recipients: RecipientInput[]): Promise<RecipientView[]> {
    await this.#flushIfAuto();
    return this.#enqueue(async () => {
      const answer = await this.#calls.saveRecipients(this.#id, { recipients, revision: this.#revision });
      this.#revision = answer.revision;
      return answer.recipients;
    });
  }

  async title(title: string): Promise<string> {
    await this.#flushIfAuto();
    return this.#enqueue(async () => {
      const answer = await this.#calls.saveTitle(this.#id, { title, revision: this.#revision });
      this.#revision = answer.revision;
      return answer.title;
    });
  }

  async #flushIfAuto(): Promise<void> {
    if (this.#auto) await this.flush();
  }

  async #saveFields(): Promise<void> {
    const fields = this.#unsaved;
    if (fields === null) return;
    const answer = await this.#calls.saveFields(this.#id, { fields: [...fields], revision: this.#revision });
    this.#revision = answer.revision;
    if (this.#unsaved === fields) this.#unsaved = null;
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

  /** A refused recipient or title is told where it was typed; the draft itself is still as it was saved. */
  #afterFailure(error: unknown, before: SaveState, ofFields: boolean): SaveState {
    const reason = reasonOf(error);
    if (error instanceof RequestError && error.code === 'revision-outdated')
      return { kind: 'outdated', reason };
    return ofFields ? { kind: 'failed', reason } : before;
  }

  #say(state: SaveState): void {
    this.#state = state;
    this.#changes.tell();
  }
}
