import { readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import type { CiSystem } from './init-options.js';
import type { PackageManager } from './package-managers.js';
import { shellWord } from './shell-word.js';

/** What another file of the repository would have to say, and init doesn't write. */
export interface LeftToDo {
  /** The project's, absolute. */
  readonly folder: string;
  /** The same from the root of the repository; empty for the root itself. */
  readonly below: string;
  readonly ci: CiSystem;
  /** The folder above that declares a workspace, whose CI it is. */
  readonly workspace: string | undefined;
  readonly manager: PackageManager;
  /** Whether the workflow stays as it was, beside a project in a subfolder. */
  readonly keepsCi: boolean;
  /** A configuration of Renovate that is there. */
  readonly renovate: string | undefined;
}

const slashed = (path: string): string => path.split(sep).join('/');

/** Lines that tell what is left to the user. */
export const leftToDo = (project: LeftToDo): readonly string[] => [...ciOf(project), ...renovateOf(project)];

const PAGE = 'node_modules/fluxspan/docs/pull-requests.md';

const ciOf = (project: LeftToDo): readonly string[] => {
  const { folder, below, ci, workspace, manager, keepsCi } = project;
  if (ci === 'none') return [];
  if (workspace === undefined) return keepsCi ? [`${PAGE} has a workflow to put into the root of the repository`] : [];
  const place = below === '' ? slashed(relative(workspace, folder)) : below;
  const root = posix.join(place, slashed(relative(folder, workspace)));
  // pnpm links a package's dependencies into its own folder, and has none in the root.
  const modules = manager.name === 'pnpm' ? 'node_modules' : join(relative(folder, workspace), 'node_modules');
  const check = `node ${slashed(join(modules, 'fluxspan/ci/check.js'))}`;
  const report = posix.join(place, 'fluxspan-report/comment.md');
  const what =
    ci === 'github'
      ? 'both workflows of fluxspan/templates/project/_github/workflows'
      : 'fluxspan/templates/project/_gitlab-ci.yml';
  const installs = manager.ci !== 'npm ci' || root !== '.';
  return [
    `wrote no CI: in a workspace, packages are installed in its root. Copy ${what} to the root of the repository, and change these lines of the check:`,
    ...(ci === 'github'
      ? [
          ...(installs ? [`  - run: ${manager.ci}`] : []),
          ...(root === '.' ? [] : [`    working-directory: ${root}`]),
          `  - run: ${check}`,
          `    working-directory: ${place}`,
          `  path: ${report}`,
        ]
      : [
          ...(installs ? [`  - ${root === '.' ? '' : `cd ${shellWord(root)} && `}${manager.ci}`] : []),
          `  - cd ${root === '.' ? '' : '"$CI_PROJECT_DIR"/'}${shellWord(place)} && ${check}`,
          `  paths: [${report}]`,
        ]),
  ];
};

const renovateOf = ({ folder, below, renovate }: LeftToDo): readonly string[] => {
  if (renovate === undefined ? below === '' : knowsVersions(renovate)) return [];
  const file = renovate === undefined ? 'a renovate.json there' : slashed(relative(folder, renovate));
  const why = below === '' ? '' : ', and reads it in the root of the repository alone';
  return [
    `Renovate finds the versions by its configuration${why}: add the customManagers of node_modules/fluxspan/renovate/fluxspan.json to ${file}`,
  ];
};

const knowsVersions = (file: string): boolean => /fluxspan|helmChart/.test(readFileSync(file, 'utf8'));
