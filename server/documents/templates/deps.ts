import type { ParsingThread } from '../../foundation/parsing/parse-apart.ts';
import type { IngestDeps } from '../files/deps.ts';
import type { SendingDeps } from '../sending/deps.ts';
import type { Thumbnails } from '../files/thumbnails.ts';
import type { UploadTurns } from '../files/upload-turns.ts';

export type TemplatesDeps = IngestDeps &
  SendingDeps & {
    parsing: ParsingThread;
    uploads: UploadTurns;
    thumbnails: Thumbnails;
  };
