import { describe, expect, it } from 'vitest';
import { requirePackages } from '../../src/cli/require-packages.js';

const turned = (text: string, imports: readonly string[], loaded = imports) =>
  Buffer.from(requirePackages(Buffer.from(text), imports, (name) => loaded.includes(name))).toString();
/** What follows the helpers in the first line, and the other lines. */
const afterHead = (text: string) => text.replace(/^.*?return all; };/, '');

const APP = `// src/app.ts
import { App, Chart as Chart2 } from "cdk8s";
import * as kplus from "cdk8s-plus-30";
import {
  Construct
} from "constructs";
import { z } from "zod";
var app = new App();
`;

describe('requirePackages', () => {
  it('gets packages that were loaded by require, and leaves each line in its place', () => {
    const code = turned(APP, ['cdk8s', 'cdk8s-plus-30', 'constructs', 'zod'], ['cdk8s', 'cdk8s-plus-30', 'constructs']);
    expect(afterHead(code).split('\n')).toEqual([
      'const { App, Chart: Chart2 } = fluxspanRequireNames("cdk8s", ["App","Chart"]);const kplus = fluxspanRequireAll("cdk8s-plus-30");const { Construct } = fluxspanRequireNames("constructs", ["Construct"]);// src/app.ts',
      '',
      '',
      '',
      '',
      '',
      'import { z } from "zod";',
      'var app = new App();',
      '',
    ]);
  });

  it.each([
    ['a form that it does not know', 'import cdk8s, { App } from "cdk8s";\n', ['cdk8s']],
    ['an import for its effects', 'import { App } from "cdk8s";\nimport "cdk8s";\n', ['cdk8s', 'cdk8s']],
    ['a text of the app that looks like one', 'var a = `\nimport { App } from "cdk8s";\n`;\n', []],
    ['one more statement than there are imports', `${APP}var a = \`\n${APP}\`;\n`, ['cdk8s']],
    ['a first line for the shell', `#!/usr/bin/env node\n${APP}`, ['cdk8s']],
  ])('leaves %s to Node', (_, text, imports) => {
    expect(turned(text, imports, ['cdk8s'])).toBe(text);
  });

  it('keeps every byte of other languages', () => {
    expect(afterHead(turned(`import { App } from "cdk8s";\nvar ü = "日本";\n`, ['cdk8s']))).toMatch(
      /\nvar ü = "日本";\n$/,
    );
  });
});
