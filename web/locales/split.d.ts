declare module '*.json?first' {
  const texts: Record<string, string>;
  export default texts;
}
declare module '*.json?later' {
  const texts: Record<string, string>;
  export default texts;
}
