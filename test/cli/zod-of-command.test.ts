import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';

const chunk = pathToFileURL(join(root, 'dist/src/chunks/zod.js')).href;

/** What a process prints in which the command's zod is `z`, the same is required, and `count` counts files of locales. */
const say = (script: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { createRequire } from 'node:module';
        globalThis[Symbol.for('fluxspan.command')] = true;
        const { z } = await import(${JSON.stringify(chunk)});
        const require = createRequire(${JSON.stringify(join(root, 'package.json'))});
        const count = () => Object.keys(require.cache).filter((file) => /locales.[\\w-]+\\.cjs$/.test(file)).length;
        console.log(JSON.stringify(${script}));`,
      ],
      { encoding: 'utf8', cwd: root },
    ),
  );

describe("the command's zod", () => {
  beforeAll(requireDist);

  it('is the one that an app requires, in English', () => {
    expect(say(`[require('zod').z === z, z.string().safeParse(1).error.issues[0].message]`)).toEqual([
      true,
      'Invalid input: expected string, received number',
    ]);
  });

  it('loads the translations of its messages when somebody asks for one', () => {
    const [before, message, after] = say(
      `[count(), (z.config(z.locales.de()), z.string().safeParse(1).error.issues[0].message), count()]`,
    ) as [number, string, number];
    expect(before).toBeLessThan(5);
    expect(message).toBe('Ungültige Eingabe: erwartet string, erhalten Zahl');
    expect(after).toBeGreaterThan(40);
  });

  it.each(['Object.keys(LOCALES)', "'fr' in LOCALES", 'LOCALES.none === undefined', 'Object.keys({ ...LOCALES })'])(
    'has the same locales as zod by itself: %s',
    (expression) => {
      const of = (locales: string) => expression.replace('LOCALES', locales);
      expect(say(of('z.locales'))).toEqual(
        say(of(`(delete require.cache[require.resolve('zod/v4/locales')], require('zod/v4/locales'))`)),
      );
    },
  );
});
