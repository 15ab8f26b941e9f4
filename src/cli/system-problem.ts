import { relative } from 'node:path';
import { noBase } from '../applied/diagnostics.js';
import { tooDeep } from '../compile/diagnostics.js';
import { type Diagnostic, diagnose, tryError } from '../diagnostics/index.js';
import { pathRefused } from '../tree/diagnostics.js';

const causes: Readonly<Record<string, readonly [why: string, fix: string]>> = {
  EACCES: ['this user may not', 'give this user the right to it, or name another place'],
  EPERM: ['this user may not', 'give this user the right to it, or name another place'],
  EROFS: ['the file system is read-only', 'name another place'],
  ENOTDIR: ['a file is in the place of a folder', 'move the file, or name another place'],
  EEXIST: ['a file is in the place of a folder', 'move the file, or name another place'],
  EISDIR: ['a folder is in the place of a file', 'move the folder, or name another place'],
  ENOENT: ['it is not there', 'make it, or name another place'],
  ENAMETOOLONG: ['its name is too long', 'name another place'],
  ELOOP: ['its symlinks lead in a circle', 'fix the symlinks'],
  ENOSPC: ['the disk is full', 'make room on the disk'],
  EDQUOT: ["the disk's quota is used up", 'make room on the disk'],
  EMFILE: ['too many files are open', 'raise the limit of open files (ulimit -n)'],
};

const acts: Readonly<Record<string, string>> = {
  mkdir: 'make the folder',
  rmdir: 'remove the folder',
  scandir: 'read the folder',
  unlink: 'remove',
  rm: 'remove',
  rename: 'replace',
  write: 'write',
  read: 'read',
};

/** By its name: a command that asks nothing of git loads nothing of it. */
const isGitError = (error: Error): error is Error & { readonly fix: string } =>
  error.name === 'GitError' && 'fix' in error;

/**
 * What the file system, git or the stack refused to a command, and no command has told better: it is the machine's or
 * the input's to fix, and no bug of ours. Undefined for any other error.
 */
export const systemProblem = (error: unknown, cwd: () => string): Diagnostic | undefined => {
  const thrown = tryError(error);
  if (thrown === undefined) return undefined;
  // What V8 throws where the stack is full: somewhere a value is nested that no step had looked at.
  if (thrown instanceof RangeError && thrown.message.startsWith('Maximum call stack')) {
    const message = 'a value is nested too deep for this command';
    return diagnose(tooDeep, { message, fix: 'take out levels, in the app or in the file that the command reads' });
  }
  if (isGitError(thrown)) {
    const message = `what Flux has cannot be read: ${thrown.message}`;
    return diagnose(noBase, { message, severity: 'error', fix: thrown.fix });
  }
  const { code, syscall, path } = thrown as NodeJS.ErrnoException;
  const cause = code === undefined ? undefined : causes[code];
  if (cause === undefined || syscall === undefined) return undefined;
  if (syscall === 'uv_cwd') {
    return diagnose(pathRefused, { message: 'the folder that this runs in is gone', fix: 'go to one that is there' });
  }
  const [why, fix] = cause;
  const inside = path === undefined ? '' : relative(cwd(), path);
  const file = path === undefined || inside === '' || inside.startsWith('..') ? path : inside;
  return diagnose(pathRefused, {
    message: `cannot ${acts[syscall] ?? 'open'}${file === undefined ? '' : ` "${file}"`}: ${why} (${code})`,
    at: file === undefined ? {} : { file },
    fix,
  });
};
