/** Why a path, once trimmed, is not a folder that fluxspan may write into or name to Flux. */
export const folderFault = (path: string, inside: 'project' | 'repository' = 'project'): string | undefined => {
  const parts = path.split('/');
  if (path === '' || parts.some((part) => part === '..' || part === '.' || part === '')) {
    return `is not a folder inside the ${inside}`;
  }
  // Flux reads it on Linux; and no file system of the others takes these, or a control character.
  if (/[\\:*?"<>|\p{Cc}]/u.test(path)) return 'holds a character that is not part of a folder name everywhere';
  const closed = parts.find((part) => part.startsWith('.') || part === 'node_modules');
  return closed === undefined ? undefined : `lies in "${closed}", which git or npm has for itself`;
};

/** Why a path is not one inside the project: `/tmp/x` isn't `tmp/x` there. */
export const absoluteFault = (given: string | undefined): string | undefined =>
  given?.startsWith('/') === true ? 'is absolute' : undefined;

/** Without `./` in front, and `/` at the end. */
export const trimSlashes = (path: string): string => path.replace(/^(\.?\/)+|\/+$/g, '');
