import { deflateSync } from 'node:zlib';
import { PdfRef } from '../../objects/objects.ts';
import type { PdfDict, PdfObject } from '../../objects/objects.ts';
import { writePdfFile } from '../../objects/write-file.ts';
import { TooComplex } from './inflate-budget.ts';

/** Maximum number of objects (S-22). */
const MAX_OBJECTS = 200_000;

/** The objects of the new file, numbered in the order in which they are reserved. */
export class OutputFile {
  readonly objects = new Map<number, PdfObject>();
  /** True after font widths were measured (settle-fonts.ts). */
  hasMeasuredFonts = false;
  /** Object numbers of glyph maps that were extended to all codes, with their previous size in bytes. */
  readonly completedMaps = new Map<number, number>();
  #last = 0;

  /** Reserves a number for an object that is set later. */
  reserve(): PdfRef {
    if (this.#last >= MAX_OBJECTS) throw new TooComplex('the file has more than 200 000 objects');
    return new PdfRef(++this.#last);
  }

  set(target: PdfRef, value: PdfObject): void {
    this.objects.set(target.num, value);
  }

  add(value: PdfObject): PdfRef {
    const target = this.reserve();
    this.set(target, value);
    return target;
  }

  /** Resolves a reference within this file. Returns any other value unchanged. */
  deref(value: PdfObject): PdfObject {
    return value instanceof PdfRef ? (this.objects.get(value.num) ?? null) : value;
  }

  write(trailer: PdfDict): Uint8Array {
    return writePdfFile(this.objects, trailer);
  }
}

export const deflate = (bytes: Uint8Array): Uint8Array => Uint8Array.from(deflateSync(bytes));
