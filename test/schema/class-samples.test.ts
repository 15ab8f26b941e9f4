import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../support/root.js';
import { samplesOf } from './class-samples.js';
import { classesOf, groupsOfClasses } from './kind-classes.js';
import { ourVerdict } from './verdict.js';

interface Made {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** The samples of a group as code that makes them. */
const codeOf = new Map<string, string>();
const folder = mkdtempSync(join(tmpdir(), 'fluxspan-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('samples of the generated classes', () => {
  it.each(groupsOfClasses)('have every field of %s, and fluxspan takes them', async (group) => {
    const code = [
      "import { App, Chart } from 'cdk8s';",
      `import * as kinds from 'fluxspan/imports/${group}';`,
      "const chart = new Chart(new App(), 'samples');",
    ];
    for (const Class of await classesOf(group)) {
      const { objects, left } = samplesOf(Class);
      expect({ [Class.name]: left }).toEqual({ [Class.name]: {} });
      expect(objects.length).toBeGreaterThan(0);
      for (const [index, object] of objects.entries()) {
        const { apiVersion, kind, metadata, ...fields } = object as unknown as Made;
        expect({ apiVersion, kind }).toEqual({ apiVersion: Class.kind.apiVersion, kind: Class.kind.kind });
        expect(ourVerdict(object).words).toEqual([]);
        const props = JSON.stringify({ name: metadata.name, ...fields });
        code.push(`new kinds.${Class.name}(chart, '${Class.name}-${index}', ${props});`);
      }
    }
    codeOf.set(group, code.join('\n'));
  });

  it('are the same each time', async () => {
    const [Class] = await classesOf('notification.toolkit.fluxcd.io');
    expect(samplesOf(Class!)).toEqual(samplesOf(Class!));
  });

  it('have the types that the classes take', () => {
    expect([...codeOf.keys()]).toEqual(groupsOfClasses);
    for (const [group, code] of codeOf) writeFileSync(join(folder, `${group}.ts`), code);
    writeFileSync(join(folder, 'wrong.ts'), `${codeOf.get('bitnami.com')!.replace('encryptedData', 'encrypted')}`);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const options = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        rootDir: '/',
        noEmit: true,
        preserveSymlinks: true,
        paths: { 'fluxspan/imports/*': [join(root, 'imports', '*.ts')] },
      },
      include: ['*.ts'],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, '-p', folder, '--pretty', 'false', '--singleThreaded'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    // The one that is wrong shows that the others are looked at.
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
    expect(errors.filter((line) => !line.startsWith('wrong.ts')).map((line) => line.slice(0, 300))).toEqual([]);
    expect(errors).toHaveLength(1);
  });
});
