import { readFile } from 'node:fs/promises';
import { Mistake } from './mistake.ts';

export async function readJsonObject(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Mistake(`${file} cannot be read.`);
  });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Invalid JSON gets the same error as any other value that is not an object.
  }
  throw new Mistake(`${file} contains no JSON object.`);
}
