/** A WebDriver command (W3C), with its name in Marionette. */
export type Command =
  | 'NewSession'
  | 'DeleteSession'
  | 'DeleteAllCookies'
  | 'Navigate'
  | 'Refresh'
  | 'SetWindowRect'
  | 'ExecuteScript'
  | 'ElementClick'
  | 'ElementSendKeys'
  | 'PerformActions'
  | 'TakeScreenshot';

/** Sends WebDriver commands to a running browser. */
export type Wire = {
  call(command: Command, body?: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): Promise<void>;
};
