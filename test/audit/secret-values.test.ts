import { describe, expect, it } from 'vitest';
import { printAuditMarkdown } from '../../src/audit/print/print-markdown.js';
import { auditOf, bootstrapped, type Files, kustomization } from './repository.js';

const secret = (data: string): string => `apiVersion: v1
kind: Secret
metadata: { name: vars, namespace: flux-system }
stringData: ${data}
`;

const files = (vars: string, object: string): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/vars.yaml': secret(vars),
  'clusters/prod/apps.yaml': kustomization(
    'apps',
    '  postBuild: { substitute: { A: "1" }, substituteFrom: [{ kind: Secret, name: vars }] }\n',
  ),
  'apps/object.yaml': object,
});

describe('a value of a Secret', () => {
  it('is in no message about an object that reads it as a var', async () => {
    const { findings } = await auditOf(
      files(
        '{ pin: "987123654", pw: "HUNTER2!x" }',
        `apiVersion: v1
kind: ConfigMap
metadata: { name: "\${pw}", namespace: default }
data:
  a: \${pin}
`,
      ),
    );
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['FX303', 'FX315']));
    expect(findings.find(({ code }) => code === 'FX315')?.message).toMatch(/takes a string, not a number, and has …$/);
    expect(JSON.stringify(findings)).not.toMatch(/987123654|HUNTER2/);
  });

  it('is in no message about an expression that Flux cannot parse', async () => {
    const { findings } = await auditOf(
      files(
        '{ B: c }',
        `apiVersion: v1
kind: Secret
metadata: { name: db, namespace: default }
stringData:
  url: "hunter2-\${my-var}"
  config.yaml: |
    token: hunter3
    x: \${A} \${my-var} hunter4
`,
      ),
    );
    const own = findings.filter(({ code }) => code === 'FX305');
    expect(own.map(({ message }) => message)).toEqual([
      'Secret/db has "${my-var}", which Flux can\'t parse: missing closing brace',
      'Secret/db has "${my-var}", which Flux can\'t parse: missing closing brace',
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/hunter/);
  });
});

describe('a name with control characters', () => {
  it('steers no terminal that shows Markdown', async () => {
    const result = await auditOf(
      files(
        '{ B: c }',
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "\\e[31mRED\\e]0;t\\a\\u202e", namespace: default }\n',
      ),
    );
    const text = printAuditMarkdown(result, true);
    expect(text).toContain('RED');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  });
});
