import type { ComponentType } from 'react';
import { speakFully } from './words.ts';

/**
 * Creates a route whose page is a separate chunk. It is loaded on the first visit, together with the texts
 * for all pages.
 */
export function pageRoute<Module, Name extends keyof Module>(
  path: string,
  load: () => Promise<Module & Record<Name, ComponentType>>,
  name: Name,
) {
  return {
    path,
    lazy: async () => {
      const [module] = await Promise.all([load(), speakFully()]);
      return { Component: module[name] };
    },
  };
}
