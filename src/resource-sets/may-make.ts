/** Whether templates may make an object of a kind: it is named in them, or a template itself. They may be in JSON. */
export const mayMakeKind = (templates: readonly string[], kind: string): boolean => {
  const named = new RegExp(`kind[\\\\"']*\\s*:\\s*[\\\\"']*(?:<<|${kind}\\b)`);
  return templates.some((text) => named.test(text));
};
