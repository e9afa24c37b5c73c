import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DocumentDetail, FieldView, RecipientView } from '#contract/documents/documents.ts';
import { RequestError } from '../../api/transport/request.ts';
import { Unreachable } from '../../kit/request.ts';
import { DraftSaver, type DraftCalls } from './draft-saver.ts';

const field = (id: string, x: number): FieldView => ({
  id,
  type: 'signature',
  page: 1,
  x,
  y: 0,
  width: 190,
  height: 48,
  recipientId: null,
  required: true,
  label: '',
});

/** Behaves like the server: every edit needs the newest revision and creates the next one. */
function fakeServer() {
  const server = {
    revision: 1,
    saved: [] as string[],
    down: false,
    /** Number of upcoming responses that get lost. */
    lost: 0,
  };
  const draft = { title: 'Lease', signatureFields: [] as FieldView[], recipients: [] as RecipientView[] };
  const on = (revision: number, what: string, change: Partial<typeof draft>) => {
    if (server.down) throw new Error('The connection was lost.');
    if (revision !== server.revision) {
      throw new RequestError(
        409,
        '',
        JSON.stringify({ code: 'revision-outdated', detail: 'Changed elsewhere.' }),
      );
    }
    server.saved.push(what);
    server.revision += 1;
    Object.assign(draft, structuredClone(change));
    if (server.lost-- > 0) throw new Unreachable();
    return server.revision;
  };
  const calls: DraftCalls = {
    saveTitle: async (_id, { title, revision }) =>
      ({ title, revision: on(revision, `title ${title}`, { title }) }) as DocumentDetail,
    saveFields: async (_id, { fields: sent, revision }) => {
      const fields = sent.map((one) => ({ properties: {}, ...one })) as FieldView[];
      const places = fields.map(({ x }) => x).join(',');
      return { fields, revision: on(revision, `fields ${places}`, { signatureFields: fields }) };
    },
    saveRecipients: async (_id, { recipients: sent, revision }) => {
      const recipients = sent.map((one) => ({
        name: '',
        ...one,
        id: one.email,
      })) as object[] as RecipientView[];
      return { recipients, revision: on(revision, `recipients ${sent.length}`, { recipients }) };
    },
    read: async () => ({ ...draft, revision: server.revision }) as DocumentDetail,
  };
  return { server, calls };
}

describe('saving a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('saves nothing during or after sending, even when the editor is closed', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    const sent = saver.sending(async () => {
      // Replaces the list without changing its content, as when found fields are assigned again.
      saver.fields([field('a', 1)]);
      await vi.runAllTimersAsync();
      return 'sent';
    });
    expect(await sent).toBe('sent');
    saver.fields([field('a', 1)]);
    expect(await saver.flush()).toBe(true);
    await vi.runAllTimersAsync();
    expect(server.saved).toEqual([]);
    expect(saver.state.kind).toBe('saved');
  });

  test("saving a new title does not adopt another window's revision, whose changes would then be overwritten", async () => {
    const { server, calls } = fakeServer();
    const [first, second] = [new DraftSaver('d', 1, calls), new DraftSaver('d', 1, calls)];
    second.fields([field('b', 2)]);
    expect(await second.flush()).toBe(true);
    await expect(first.title('Lease')).rejects.toThrow();
    expect(first.state.kind).toBe('outdated');
    first.fields([field('a', 1)]);
    expect(await first.flush()).toBe(false);
    expect(server.saved).toEqual(['fields 2']);
  });

  test('saves again after sending has failed', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    const sent = saver.sending(() => {
      saver.fields([field('a', 3)]);
      return Promise.reject(new Error('The plan allows no more.'));
    });
    await expect(sent).rejects.toThrow('The plan allows no more.');
    await vi.runAllTimersAsync();
    expect(server.saved).toEqual(['fields 3']);
  });

  test('collects changes and saves only the last state', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    saver.fields([field('a', 1)]);
    saver.fields([field('a', 2)]);
    expect(saver.state.kind).toBe('waiting');
    await vi.runAllTimersAsync();
    expect(server.saved).toEqual(['fields 2']);
    expect(saver.state.kind).toBe('saved');
  });

  test('waits for an explicit save if auto-save is off', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls, false);
    saver.fields([field('a', 1)]);
    await vi.runAllTimersAsync();
    expect(server.saved).toEqual([]);
    expect(saver.state.kind).toBe('waiting');
    expect(await saver.flush()).toBe(true);
    expect(server.saved).toEqual(['fields 1']);
  });

  test('saves pending fields before recipients, each based on the newest revision', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    saver.fields([field('a', 7)]);
    await saver.recipients([{ email: 'grace@harbour.example' }]);
    saver.fields([field('a', 8)]);
    expect(await saver.flush()).toBe(true);
    expect(server.saved).toEqual(['fields 7', 'recipients 1', 'fields 8']);
  });

  test('with auto-save off, saving recipients or the title does not save pending fields', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls, false);
    saver.fields([field('a', 7)]);
    await saver.recipients([{ email: 'grace@harbour.example' }]);
    await saver.title('Crane lease');
    expect(server.saved).not.toContain('fields 7');
    expect(saver.state.kind).toBe('waiting');
    server.down = true;
    await expect(saver.title('Quay lease')).rejects.toThrow();
    expect(saver.state.kind).toBe('waiting');
    server.down = false;
    expect(await saver.flush()).toBe(true);
    expect(server.saved.at(-1)).toBe('fields 7');
  });

  test('keeps changes that could not be saved, and saves them with the next attempt', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    server.down = true;
    saver.fields([field('a', 3)]);
    expect(await saver.flush()).toBe(false);
    expect(saver.state).toEqual({ kind: 'failed', reason: 'The connection was lost.' });
    server.down = false;
    expect(await saver.flush()).toBe(true);
    expect(server.saved).toEqual(['fields 3']);
  });

  test('stops if the draft was changed elsewhere, and overwrites nothing', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    server.revision = 5;
    saver.fields([field('a', 3)]);
    await saver.flush();
    expect(saver.state).toEqual({ kind: 'outdated', reason: 'Changed elsewhere.' });
    saver.fields([field('a', 4)]);
    await vi.runAllTimersAsync();
    expect(server.saved).toEqual([]);
  });
});

describe('a save whose response was lost', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is recognized as Ada's own, and her later changes are saved", async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    server.lost = 1;
    saver.fields([field('a', 3)]);
    expect(await saver.flush()).toBe(false);
    expect(saver.state.kind).toBe('failed');
    saver.fields([field('a', 4)]);
    expect(await saver.flush()).toBe(true);
    expect(server.saved).toEqual(['fields 3', 'fields 4']);
    server.lost = 1;
    await expect(saver.title('Crane lease')).rejects.toThrow(Unreachable);
    server.lost = 1;
    await expect(saver.recipients([{ email: 'grace@harbour.example' }])).rejects.toThrow(Unreachable);
    expect(await saver.title('Quay lease')).toBe('Quay lease');
    expect(saver.revision).toBe(server.revision);
  });

  test('is not recognized if another window changed the draft in the meantime', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    server.down = true;
    saver.fields([field('a', 3)]);
    await saver.flush();
    server.down = false;
    await calls.saveFields('d', { fields: [field('b', 9)], revision: 1 });
    expect(await saver.flush()).toBe(false);
    expect(saver.state).toEqual({ kind: 'outdated', reason: 'Changed elsewhere.' });
    expect(server.saved).toEqual(['fields 9']);
  });

  test('is not recognized if another window changed the draft after that save', async () => {
    const { server, calls } = fakeServer();
    const saver = new DraftSaver('d', 1, calls);
    server.lost = 1;
    saver.fields([field('a', 3)]);
    await saver.flush();
    await calls.saveTitle('d', { title: 'Crane lease', revision: 2 });
    expect(await saver.flush()).toBe(false);
    expect(saver.state.kind).toBe('outdated');
  });

  test('is checked again later if the draft cannot be read either', async () => {
    const { server, calls } = fakeServer();
    const read = vi.fn(calls.read).mockRejectedValueOnce(new Unreachable());
    const saver = new DraftSaver('d', 1, { ...calls, read });
    server.lost = 1;
    saver.fields([field('a', 3)]);
    await saver.flush();
    expect(await saver.flush()).toBe(false);
    expect(saver.state.kind).toBe('failed');
    expect(await saver.flush()).toBe(true);
    expect(server.saved).toEqual(['fields 3', 'fields 3']);
  });
});
