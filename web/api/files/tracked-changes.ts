import { useSyncExternalStore } from 'react';
import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import { newSignal } from '../../kit/signal.ts';

/**
 * A pending question to the sender about the tracked changes of a Word file. The answer null cancels the
 * upload.
 */
export type TrackedChangesQuestion = {
  fileName: string;
  answer: (choice: TrackedChangeChoice | null) => void;
};

/** Several uploads can be waiting for an answer. The first question is shown. */
let questions: readonly TrackedChangesQuestion[] = [];
const { subscribe, tell } = newSignal();

export function chooseTrackedChanges(fileName: string): Promise<TrackedChangeChoice | null> {
  return new Promise((resolve) => {
    const question: TrackedChangesQuestion = {
      fileName,
      answer: (choice) => {
        change(questions.filter((one) => one !== question));
        resolve(choice);
      },
    };
    change([...questions, question]);
  });
}

export function useTrackedChangesQuestion(): TrackedChangesQuestion | undefined {
  return useSyncExternalStore(subscribe, currentQuestion, currentQuestion);
}

export const currentQuestion = (): TrackedChangesQuestion | undefined => questions[0];

function change(next: readonly TrackedChangesQuestion[]): void {
  questions = next;
  tell();
}
