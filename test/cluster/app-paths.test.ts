import { FluxApp } from 'fluxspan';
import { describe, expect, it } from 'vitest';

describe.each(['root', 'pathPrefix'] as const)('%s of the app', (option) => {
  it.each(['/tmp/x', '/', '//k8s', '/k8s/'])('refuses %j, which is no path inside the project', (path) => {
    expect(new FluxApp({ [option]: path }).problems).toMatchObject([
      {
        code: 'FX209',
        severity: 'error',
        message: `the ${option} "${path}" is absolute`,
        at: { path: option },
        fix: "give a relative path without '..', such as 'k8s'",
      },
    ]);
  });

  it.each(['k8s', './k8s', 'k8s/', 'a/b'])('takes %j', (path) => {
    expect(new FluxApp({ [option]: path }).problems).toEqual([]);
  });
});
