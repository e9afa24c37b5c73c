import { isModestJson } from '#core/json/is-modest.ts';
import { readCsv, type CsvFile } from '#core/csv/read-csv.ts';

/** Work on a text that a user chose, by its name. Each is pure and takes the text as it came. */
export const parsingTasks = {
  csv: ({ source, ...limits }: { source: string; mostRows: number; mostCells: number }): CsvFile =>
    readCsv(source, limits),
  /** Without a value where it is no JSON, or more than any export is. The value is kept apart, so that a text cannot pass for a refusal. */
  json: ({ source }: { source: string }): { value?: unknown } => {
    if (!isModestJson(source)) return {};
    try {
      return { value: JSON.parse(source) as unknown };
    } catch {
      return {};
    }
  },
};
export type ParsingTasks = typeof parsingTasks;
export type ParsingTask = keyof ParsingTasks;
