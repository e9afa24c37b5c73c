import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitArguments = Parameters<NodeFS['init']>;
type Syncs = { count: number };

/** The two things of Emscripten's NODEFS that the patch below touches. They are not in PGlite's types. */
interface NodeFsInternals {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  tryFSOperation<T>(operation: () => T): T;
}

/**
 * PGlite's file system with fsync that reaches the disk.
 *
 * PGlite 0.5.16 never syncs: its NODEFS defines no `fsync`, so PostgreSQL's calls succeed without doing
 * anything and an acknowledged commit is lost with the power. Here each call becomes fs.fsyncSync, and an
 * EIO becomes the errno on which PostgreSQL panics, as it must. This reaches into private parts, hence the
 * exact pin of the version and the test that counts the calls.
 */
export class DurableNodeFS extends NodeFS {
  readonly syncs: Syncs = { count: 0 };

  override async init(...[pg, options]: InitArguments): ReturnType<NodeFS['init']> {
    const result = await super.init(pg, options);
    const preRun = result.emscriptenOpts.preRun;
    if (!Array.isArray(preRun)) throw new Error('PGlite changed its start: preRun is not a list.');
    const syncs = this.syncs;
    preRun.unshift((module: object) => {
      const nodeFs = (module as { NODEFS?: NodeFsInternals }).NODEFS;
      if (!nodeFs?.stream_ops || !nodeFs.tryFSOperation) throw new Error('PGlite changed its file system.');
      nodeFs.stream_ops.fsync = (stream) => {
        nodeFs.tryFSOperation(() => fsyncSync(stream.nfd));
        syncs.count += 1;
        return 0;
      };
    });
    return result;
  }
}
