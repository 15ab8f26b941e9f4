import { YamlError } from '../yaml/yaml-error.js';

/** Where a file can't be parsed: with the line, if that is known. */
export const placeOfError = (path: string, error: unknown): string => {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof YamlError && cause.line !== undefined ? `${path}:${cause.line}` : path;
};
