import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { appNotLoaded } from '../cluster/diagnostics.js';
import { type Diagnostic, diagnose, failure, type Result, success } from '../diagnostics/index.js';
import { replaceFile } from '../files/replace-file.js';
import { isAlive } from '../tree/is-alive.js';

/** The app as one file, for as long as it is loaded. */
export interface WrittenBundle {
  /** Absolute. */
  readonly path: string;
  remove(): void;
}

const NAME = /^(?:app|clean-objects)-([1-9]\d*)(?:-\d+)?\.(?:mjs|tmp)(?:(?:\.[0-9a-f]+)?\.tmp)?$/;

/** A diagnostic where `.fluxspan` is a symlink: Node looks for packages from where it leads, not from the project. */
const linkOf = (folder: string): Diagnostic | undefined => {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return undefined;
  return diagnose(appNotLoaded, {
    message: `the app cannot be loaded through ".fluxspan": it is a symlink to "${readlinkSync(folder)}", from where the project's packages are not found`,
    at: { file: '.fluxspan' },
    fix: 'remove the symlink; synth makes a folder in its place',
  });
};

/** From these Node would take packages for the app, unseen, in place of the project's. */
const REDIRECTS = ['node_modules', 'package.json'];

/** What Node would find on the way from the bundle to the project's folder, or to one around it. */
const redirectIn = (folder: string, project: string): Diagnostic | undefined => {
  const end = realpathSync(project) + sep;
  for (let at = realpathSync(folder); !end.startsWith(at + sep) && dirname(at) !== at; at = dirname(at)) {
    const found = REDIRECTS.find((name) => existsSync(join(at, name)));
    if (found === undefined) continue;
    const file = relative(end, join(at, found)).replaceAll('\\', '/');
    return diagnose(appNotLoaded, {
      message: `the app would load packages by way of "${file}", not from the project`,
      at: { file },
      fix: `delete "${file}"`,
    });
  }
  return undefined;
};

/** What stood in the way of a package, where it is not that the package is missing. */
export const bundleObstacle = (project: string): Diagnostic | undefined => linkOf(join(project, '.fluxspan'));

/**
 * Writes the bundle into `.fluxspan/` of the project, which git ignores, and removes those that killed runs have left.
 *
 * @param turn which one of this process it is: Node loads a module of one name once @default - the microsecond
 */
export const writeBundle = (
  project: string,
  contents: Uint8Array,
  turn: number = Math.round(performance.now() * 1000),
): Result<WrittenBundle> => {
  const folder = join(project, '.fluxspan');
  const path = join(folder, `app-${process.pid}-${turn}.mjs`);
  try {
    mkdirSync(folder, { recursive: true });
    if (!`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(project)}${sep}`)) return failure(linkOf(folder)!);
    const redirect = redirectIn(folder, project);
    if (redirect !== undefined) return failure(redirect);
    for (const name of readdirSync(folder)) {
      const pid = NAME.exec(name)?.[1];
      if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
    }
    replaceFile(join(folder, '.gitignore'), '*\n');
    replaceFile(path, contents);
  } catch (error) {
    const link = linkOf(folder);
    if (link !== undefined) return failure(link);
    const { code } = error as NodeJS.ErrnoException;
    return failure(
      diagnose(appNotLoaded, {
        message: `the bundle of the app cannot be written: ${code ?? String(error)}`,
        at: { file: '.fluxspan' },
        fix:
          code === 'EEXIST'
            ? 'move or delete what is called .fluxspan and is not a folder'
            : 'give this user the right to write into .fluxspan, and room on the disk',
      }),
    );
  }
  const discard = () => {
    try {
      rmSync(path, { force: true });
    } catch {
      // The next run removes it.
    }
  };
  // An app that never finishes loading ends with the process.
  process.once('exit', discard);
  return success({
    path,
    remove() {
      process.removeListener('exit', discard);
      discard();
    },
  });
};
