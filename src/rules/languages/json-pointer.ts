/**
 * What is wrong with a JSON pointer; undefined if it's valid. An empty one points to the whole object. Flux accepts any
 * text, but one without a leading slash never matches.
 */
export const jsonPointerFault = (text: string): string | undefined => {
  if (!text.startsWith('/')) return 'it has to begin with "/"';
  return /~(?![01])/.test(text) ? 'after "~" comes 0 or 1' : undefined;
};
