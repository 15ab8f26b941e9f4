import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findHelm } from '../support/helm.js';
import { linkPackages } from '../support/link-packages.js';
import { pageSteps } from '../support/page-steps.js';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';
import { runCommandWith, runMain } from '../support/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeFiles } from '../support/write-files.js';
import { codeBlocks } from './code-blocks.js';

const pages = [
  'docs/concepts.md',
  ...readdirSync(join(root, 'docs/how-to'), 'utf8').map((name) => `docs/how-to/${name}`),
].sort();

/** The first words of commands that aren't run here: they need a cluster, a cloud account, a registry or SOPS. */
const isNotRun = (command: string): boolean =>
  /^(?:age-keygen|flux|git submodule|kubectl|kubeseal|npm install|sh \.fluxspan\S*|sops|terraform)(?: |$)/.test(
    command,
  );

/** Those that import a chart. */
const needHelm: readonly string[] = ['docs/how-to/own-addon.md', 'docs/how-to/upgrade-a-chart.md'];

/** What those commands, or the reader, would have put into the project. */
const given: Readonly<Record<string, (project: string) => void>> = {
  'docs/how-to/cdk8s.md': (project) => {
    const link = join(project, 'node_modules/cdk8s-plus-30');
    if (!existsSync(link)) symlinkSync(join(root, 'node_modules/cdk8s-plus-30'), link, 'dir');
  },
  'docs/how-to/hand-written.md': (project) => {
    const rules = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: rules\n  namespace: default\n';
    writeFiles(project, { 'monitoring/rules.yaml': rules });
  },
  // A repository that Flux reads, in which `init` has made a project.
  'docs/how-to/import-tree.md': (project) => {
    for (const name of readdirSync(project)) {
      if (!['.git', 'node_modules'].includes(name)) rmSync(join(project, name), { recursive: true });
    }
    const file = readFileSync(join(root, 'test/docs/import-tree.yaml'), 'utf8');
    const parts = file.split(/^# (\S+)\n/m).slice(1);
    const files = Object.fromEntries(parts.flatMap((path, at) => (at % 2 === 0 ? [[path, parts[at + 1]!]] : [])));
    writeFiles(project, files);
    sh(project, 'fluxspan init --template existing --no-install --yes');
    sh(project, 'git add --all && git commit -m "Begin" && git push --force origin main');
  },
  'docs/how-to/local-chart.md': (project) => {
    cpSync(join(root, 'test/docs/charts/1.0.0/shop'), join(project, 'charts/shop'), { recursive: true });
  },
  // A repository of its own, where npm has linked the packages of the workspace.
  'docs/how-to/monorepo.md': (project) => {
    for (const name of readdirSync(project)) {
      if (!['.git', 'node_modules'].includes(name)) rmSync(join(project, name), { recursive: true });
    }
    sh(project, 'git rm -r --cached --quiet . && git commit -m "Begin" && git push --force origin main');
    writeFiles(project, { 'package.json': '{ "workspaces": ["packages/*", "platform"] }' });
    linkPackage(project, '@example/addons', 'packages/addons');
  },
  'docs/how-to/sealed-secrets.md': (project) => {
    const sealed = readFileSync(join(root, 'test/fixtures/sealed-secrets/db.sealed.yaml'), 'utf8');
    writeFiles(project, { 'secrets/db.sealed.yaml': sealed });
  },
  'docs/how-to/sops.md': (project) => {
    const secret = readFileSync(join(root, 'test/fixtures/sops/db.enc.yaml'), 'utf8');
    writeFiles(project, { 'secrets/db.enc.yaml': secret });
  },
  // The team's repository.
  'docs/how-to/teams.md': (project) => {
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n';
    writeFiles(project, { '../claims/deploy/web.yaml': map });
  },
  // The checkout of the other repository.
  'docs/how-to/teams-as-data.md': (project) => {
    const text =
      'apiVersion: fluxspan.dev/v1\nkind: Teams\nenvironments: [dev, prod]\nteams:\n  pay: { groups: payers }\n';
    writeFiles(project, { 'systems/teams.yaml': text });
  },
  // One folder is both repositories, the platform's by another name; nothing of it has been committed.
  'docs/how-to/tenant-repository.md': (project) => {
    for (const name of ['k8s', 'src', 'test']) rmSync(join(project, name), { recursive: true });
    sh(project, 'git rm -r --cached --quiet . && git commit -m "Begin" && git push --force origin main');
    symlinkSync(project, join(dirname(project), 'fleet'), 'dir');
  },
  'docs/how-to/upgrade-a-chart.md': (project) => {
    follow('docs/how-to/own-addon.md', project);
    sh(project, 'git add --all && git commit -m "Add an addon" && git push origin main');
  },
};

const linkPackage = (project: string, name: string, folder: string): void => {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(project, folder), link, 'dir');
};

/** helm, whose registry is a folder of this repository. */
const helmScript = (helm = 'helm'): string => `#!/bin/sh
if [ "$1" != pull ]; then PATH=\${PATH#*:} exec ${helm} "$@"; fi
while [ $# -gt 0 ]; do
  case "$1" in oci://*) name=\${1##*/} ;; --version) version=$2 ;; --destination) out=$2 ;; esac
  shift
done
exec tar -czf "$out/$name-$version.tgz" -C "${root}/test/docs/charts/$version" "$name"
`;

const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_OPTIONS)/.test(name))),
  NO_COLOR: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

/** A command of fluxspan alone, in which a shell finds only words. */
const ALONE = /^(?:npx )?fluxspan ([\w./=: -]+)$/;

const sh = (cwd: string, command: string) => {
  const PATH = [join(tools, 'bin'), join(cwd, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const words = ALONE.exec(command)?.[1]?.split(/ +/);
  if (words !== undefined) {
    const { code, stdout, stderr } = runCommandWith({ ...env, PATH }, cwd, ...words);
    return { status: code, said: stdout + stderr };
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env: { ...env, PATH }, encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

/** Hashes and times differ from run to run. */
const lasting = (line: string): string =>
  line
    .replaceAll(/\b[0-9a-f]{10}\b/g, '0123456789')
    .replace(/ in \d+ ms$/, '')
    .trimEnd();

/** Whether the lines follow each other in the text; a line `…` stands for any number of them. */
const hasLines = (text: string, lines: readonly string[]): boolean => {
  const all = text.split('\n').map(lasting);
  let from = 0;
  for (const part of lines.join('\n').split(/^…$/m)) {
    const wanted =
      part.trim() === ''
        ? []
        : part
            .replaceAll(/^\n|\n$/g, '')
            .split('\n')
            .map(lasting);
    const at = all.findIndex((_, start) => start >= from && wanted.every((line, i) => all[start + i] === line));
    if (at < 0) return false;
    from = at + wanted.length;
  }
  return true;
};

const withoutIndentation = (text: string): string => text.replaceAll(/^ +/gm, '');

let tools: string;
let made: string;

beforeAll(async () => {
  requireDist();
  tools = temporaryFolder();
  mkdirSync(join(tools, 'bin'));
  // The executables of the project, without a question to a registry.
  writeFileSync(join(tools, 'bin/npx'), '#!/bin/sh\nexec "$@"\n');
  chmodSync(join(tools, 'bin/npx'), 0o755);
  writeFileSync(join(tools, 'bin/helm'), helmScript(findHelm()));
  chmodSync(join(tools, 'bin/helm'), 0o755);
  const folder = temporaryFolder();
  expect(await runMain(folder, 'init', 'platform', '--yes', '--no-install')).toMatchObject({ code: 0 });
  made = join(folder, 'platform');
  linkPackages(made);
  // Without the types of a browser, which no page's code may need, the compiler reads half as much.
  const config = readFileSync(join(made, 'tsconfig.json'), 'utf8');
  writeFileSync(join(made, 'tsconfig.json'), config.replace('"target": "ES2023",', '$& "lib": ["ES2023"],'));
  expect(sh(made, 'fluxspan synth --no-base').status).toBe(0);
  expect(sh(made, 'git add --all && git commit -m "Begin the platform"').status).toBe(0);
}, 120_000);

/** Does what a page says in a project, and compares what it shows. */
const follow = (page: string, project: string): void => {
  let said = '';
  let failed: string | undefined;
  let last = '';
  for (const step of pageSteps(page)) {
    if (step.kind === 'run') {
      if (last !== 'run') said = '';
      last = 'run';
      if (isNotRun(step.command)) continue;
      expect(failed).toBeUndefined();
      const result = sh(project, step.command);
      said += result.said;
      if (result.status !== 0) failed = `${step.command}\n${result.said}`;
      continue;
    }
    last = step.kind;
    if (step.kind === 'expect') {
      expect(hasLines(said, step.lines), `${step.lines.join('\n')}\n\nis not in\n\n${said}`).toBe(true);
      if (step.lines.some((line) => line.startsWith('error '))) failed = undefined;
      continue;
    }
    const file = join(project, step.path);
    const text = step.kind === 'write' ? step.text : readFileSync(file, 'utf8');
    if (step.kind === 'write') writeFiles(project, { [step.path]: text });
    if (step.kind === 'edit') {
      expect(text).toContain(step.from);
      writeFileSync(
        file,
        text.replace(step.from, () => step.to),
      );
    }
    if (step.kind === 'read') {
      const shown = step.lines.map(withoutIndentation);
      expect(hasLines(withoutIndentation(text), shown), `${step.path} is\n\n${text}`).toBe(true);
    }
  }
  expect(failed).toBeUndefined();
};

describe.each(pages)('%s', (page) => {
  it('says what the commands do and print', { timeout: 300_000 }, (context) => {
    if (needHelm.includes(page) && findHelm() === undefined) context.skip('helm is not installed');
    const project = join(temporaryFolder(), 'platform');
    cpSync(made, project, { recursive: true, verbatimSymlinks: true });
    sh(project, 'git clone --bare . ../remote && git remote add origin ../remote && git fetch origin');
    given[page]?.(project);
    follow(page, project);
  });
});

/** What pages show of programs that aren't those of `init`. */
describe('an output that a page shows', () => {
  const blocks = (page: string, language: string): readonly string[] =>
    codeBlocks
      .filter((block) => block.at.startsWith(`${page}:`) && block.language === language)
      .map(({ text }) => text);
  const shown = (page: string, start: string): readonly string[] => {
    const block = blocks(page, '').find((text) => text.startsWith(start));
    return (block ?? expect.fail(`${page} shows nothing that starts with ${start}`)).trimEnd().split('\n');
  };
  const check = (app: string): string => {
    const project = join(temporaryFolder(), 'platform');
    cpSync(made, project, { recursive: true, verbatimSymlinks: true });
    writeFiles(project, { 'src/app.ts': app });
    return sh(project, 'fluxspan check').said;
  };

  it('is the one of the misspelt name in the README', { timeout: 60_000 }, () => {
    const app = blocks('README.md', 'ts')[0]!.replace('host: vars.TF_PODINFO_HOST ', 'host: vars.TF_PODINFO_HOSTS ');
    const lines = shown('README.md', 'error FX304');
    const said = check(app);
    expect(hasLines(said, lines), said).toBe(true);
  });

  it.each(codeBlocks.filter(({ text }) => text.startsWith('$ npx fluxspan ')))(
    'at $at is what the command prints for the clusters of this repository',
    { timeout: 60_000 },
    ({ text }) => {
      const [command = '', ...lines] = text.trimEnd().split('\n');
      const { said } = sh(root, command.replace('$ ', ''));
      expect(hasLines(said, lines), said).toBe(true);
    },
  );
});
