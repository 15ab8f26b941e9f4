import { YamlError } from '../yaml/yaml-error.js';

/** The path of a file that can't be parsed, with the line of the error if it is known. */
export const placeOfError = (path: string, error: unknown): string => {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof YamlError && cause.line !== undefined ? `${path}:${cause.line}` : path;
};
