import { fileStoreSuite } from '#testing/suites/file-store.suite.ts';
import { memoryFileStore } from './memory-file-store.ts';

fileStoreSuite('memory', async () => {
  const store = memoryFileStore();
  return { store, spoil: async (sha256, bytes) => store.spoil(sha256, bytes) };
});
