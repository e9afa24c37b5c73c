/** A command of WebDriver (W3C), by the name that Firefox's own protocol uses for it. */
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

/** Sends commands of WebDriver to a running browser. */
export type Wire = {
  call(command: Command, body?: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): Promise<void>;
};
