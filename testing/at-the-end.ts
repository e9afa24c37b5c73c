type Work = () => Promise<void>;

const ofTheFile: Work[] = [];

/** Registers what is to be done after the last test of the file that is running; later first. */
export function atTheEndOfTheFile(work: Work): void {
  ofTheFile.push(work);
}

export async function endTheFile(): Promise<void> {
  for (let work = ofTheFile.pop(); work !== undefined; work = ofTheFile.pop()) await work();
}
