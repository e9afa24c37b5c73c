import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably, writeSynced } from '../../foundation/process/durable-files.ts';
import type { Mailer, ServerProblem } from '../../ports/mailer.ts';
import { buildMessage } from './build-message.ts';

/**
 * Writes each mail to an .eml file instead of sending it, so that a new installation works before a mail
 * server is configured. A repeated mail has the same Message-ID and replaces its earlier file.
 */
export async function openOutboxFolder(folder: string): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async deliver(mail) {
      // Loaded when the first mail is written.
      const { createTransport } = await import('nodemailer');
      const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await builder.sendMail(buildMessage(mail));
      const name = `${mail.messageId.replaceAll(/[^A-Za-z0-9.@-]/g, '_')}.eml`;
      try {
        await writeDurably(folder, name, message as Buffer);
      } catch (error) {
        return { state: 'deferred', reply: cannotWrite(error) };
      }
      return { state: 'written', reply: `Written to the outbox as ${name}` };
    },
    findTrouble: () => troubleNow(folder),
    close: () => Promise.resolve(),
  };
}

async function troubleNow(folder: string): Promise<ServerProblem | undefined> {
  const probe = join(folder, `.probe.${process.pid}.part`);
  try {
    await (await open(probe, 'w', 0o600)).close();
    await rm(probe, { force: true });
    return undefined;
  } catch (error) {
    return { kind: 'unreachable', all: true, pauses: false, words: cannotWrite(error) };
  }
}

/** Returns a message with the error code, such as 'ENOSPC', but without paths on the operator's machine. */
function cannotWrite(error: unknown): string {
  return `The outbox folder cannot be written (${(error as { code?: string }).code ?? 'unknown'})`;
}

/** Writes a file so that it is complete or absent, even after a power failure. */
async function writeDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  const part = join(folder, `.${name}.${process.pid}.part`);
  await writeSynced(part, 'w', 0o600, (file) => file.writeFile(bytes));
  await renameDurably(part, join(folder, name));
}
