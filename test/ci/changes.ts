import type { PlatformRepository } from './platform-repository.js';

/** A change of the platform beside this file, as a pull request makes it. */
export interface Change {
  readonly edit: (project: PlatformRepository) => void;
  /** What is run before the commit. @default - synth */
  readonly commands?: readonly (readonly string[])[];
}

const inProd = (project: PlatformRepository, from: string, to: string): void => {
  const text = project.read('src/app.ts');
  const at = text.indexOf('export const prod');
  project.write('src/app.ts', text.slice(0, at) + text.slice(at).replace(from, to));
};

const rename = (project: PlatformRepository): void =>
  project.edit('src/web.ts', "name: 'web',\n  namespace", "name: 'site',\n  namespace");

export const changes: Readonly<Record<string, Change>> = {
  'account-dropped': { edit: (project) => project.edit('src/web.ts', "serviceAccountName: 'shop-team', ", '') },
  'chart-bumped': { edit: (project) => project.edit('src/shop.ts', '1.4.0', '1.5.0') },
  'image-and-setting': {
    edit: (project) => {
      project.edit('src/web.ts', 'nginx:1.29.1', 'nginx:1.29.2');
      project.edit('src/shop.ts', "theme: 'light'", "theme: 'dark'");
    },
  },
  'shop-closed': {
    edit: (project) =>
      inProd(
        project,
        "\n  .stage('shop', [shop()])\n  .stage('web', [web()])",
        "\n  .removed('shop', { reason: 'the shop is closed' })\n  .removed('web', { reason: 'the shop is closed' })",
      ),
  },
  'removal-undeclared': { edit: (project) => inProd(project, "\n  .stage('web', [web()])", '') },
  'rename-first-step': { edit: rename, commands: [['handover']] },
  'addon-added': {
    edit: (project) => {
      project.edit('src/app.ts', 'import { metricsServer }', 'import { metricsServer, reloader }');
      project.edit('src/app.ts', '[metricsServer()]', '[metricsServer(), reloader()]');
    },
  },
  'replicas-in-prod': { edit: (project) => inProd(project, 'shop()', 'shop({ replicas: 4 })') },
  'synth-forgotten': {
    edit: (project) => project.edit('src/shop.ts', "currency: 'EUR'", "currency: 'CHF'"),
    commands: [],
  },
  'edited-by-hand': {
    edit: (project) => project.edit('k8s/addons/prod/web/deployment.yaml', 'replicas: 2', 'replicas: 5'),
    commands: [],
  },
};
