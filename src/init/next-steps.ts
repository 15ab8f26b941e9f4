import { relative } from 'node:path';
import type { Template } from './init-options.js';
import type { PackageManager } from './package-managers.js';
import { shellWord } from './shell-word.js';

export interface MadeProject {
  /** Absolute. */
  readonly folder: string;
  readonly template: Template;
  readonly manager: PackageManager;
  /** The folder above that declares a workspace. */
  readonly workspace: string | undefined;
  /** Its packages are there, and its first tree. */
  readonly isInstalled: boolean;
}

/** What to type next, one command a line. */
export const nextSteps = (project: MadeProject, cwd: string): readonly string[] => {
  const { folder, template, manager, workspace, isInstalled } = project;
  const install = `${manager.name} install`;
  const way = relative(cwd, folder);
  return [
    ...(workspace === undefined ? [] : [`cd ${shellWord(workspace)} && ${install}`]),
    ...(way === '' ? [] : [`cd ${shellWord(workspace === undefined ? way : folder)}`]),
    ...(isInstalled || workspace !== undefined ? [] : [install]),
    ...(template === 'existing' ? ['read src/app.ts: are these your clusters?'] : []),
    ...(isInstalled && template !== 'existing' ? [] : [`${manager.run} synth`]),
    `${manager.run} test`,
  ];
};
