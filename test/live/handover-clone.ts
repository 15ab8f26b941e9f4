import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Repository } from '../changes/repository.js';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';
import { type Run, runProcess } from '../support/run.js';
import { crdsOf } from './crds.js';
import type { Tree } from './tree.js';

const reference = fileURLToPath(new URL('../handover/adopt/reference/k8s', import.meta.url));
/** In a real clone its files have the addresses of the repository; here the harness makes what they describe. */
const bootstrapped = /\/flux-system\//;

/** A person's clone of a repository that was written by hand, with fluxspan's cluster `dev` as its code. */
export class HandoverClone {
  readonly repository = new Repository();

  constructor() {
    requireDist();
    const { repository } = this;
    repository.copy(reference, 'k8s');
    // The copy beside the tests has less in it than an API server asks for.
    const bundle = crdsOf(['gateway.networking.k8s.io']).map((crd) => `---\n${JSON.stringify(crd)}\n`);
    repository.write('k8s/crds/base/gateway-api/crds.yaml', bundle.join(''));
    repository.write('.gitignore', 'node_modules\n.fluxspan\n');
    repository.write('package.json', '{ "name": "user", "private": true, "type": "module" }\n');
    repository.write('cdk8s.yaml', 'fluxspan:\n  app: src/app.ts\n');
    repository.write('src/platform.ts', readFileSync(join(root, 'src/platform/platform.ts'), 'utf8'));
    this.writeApp([]);
    mkdirSync(join(repository.folder, 'node_modules'));
    symlinkSync(root, join(repository.folder, 'node_modules/fluxspan'));
    repository.publish('a tree written by hand');
  }

  /** @param pasted settings of addons as `fluxspan handover` prints them: `version: '1.8.3'` */
  writeApp(pasted: readonly { readonly addon: string; readonly setting: string }[]): void {
    const settings = new Map([['headlamp', "users: ['admin@admin.com']"]]);
    for (const { addon, setting } of pasted) {
      const name = addon.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      settings.set(name, [settings.get(name), setting].filter((part) => part !== undefined).join(', '));
    }
    const lines = [...settings].map(([addon, options]) => `  ${addon}: { ${options} },\n`);
    this.repository.write(
      'src/app.ts',
      `import { FluxApp } from 'fluxspan';\nimport { platform } from './platform.js';\n\nconst app = new FluxApp();\nplatform(app, 'dev', {\n${lines.join('')}});\n\nexport default app;\n`,
    );
  }

  /** Runs one command of a page, as a person types it here; of its quotes, those around one argument count. */
  run(command: string, kubeconfig: string): Run {
    const [program = '', ...args] = (command.match(/"[^"]*"|\S+/g) ?? []).map((part) => part.replace(/^"(.*)"$/, '$1'));
    if (program === 'npx' && args[0] === 'fluxspan') return runProcess(this.repository.folder, ...args.slice(1));
    if (program === 'git') return { code: 0, stdout: this.repository.git(...args), stderr: '' };
    if (program !== 'kubectl') throw new Error(`"${command}" is not a command of this walk`);
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', timeout: 60_000 });
    return { code: status, stdout, stderr };
  }

  /** What is committed here becomes what Flux follows. */
  merge(): void {
    this.repository.git('push', '--quiet', 'origin', 'HEAD:main');
    this.repository.git('fetch', '--quiet', 'origin');
  }

  /** The tree as it stands in the folder. */
  tree(): Tree {
    return Object.fromEntries(
      Object.entries(this.repository.files('k8s')).filter(([path]) => !bootstrapped.test(path)),
    );
  }
}
