/**
 * What is wrong with a JSON pointer; undefined where nothing is. An empty one is the whole object. Flux takes any text,
 * and finds nothing by one that doesn't begin with a slash.
 */
export const jsonPointerFault = (text: string): string | undefined => {
  if (!text.startsWith('/')) return 'it has to begin with "/"';
  return /~(?![01])/.test(text) ? 'after "~" comes 0 or 1' : undefined;
};
