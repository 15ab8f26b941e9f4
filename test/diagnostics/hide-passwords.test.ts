import { gitSource } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { hidePasswords } from '../../src/diagnostics/hide-passwords.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { findWebhookSecret } from '../../src/diagnostics/webhook-secrets.js';
import { madeUp, madeUpWebhooks, placeholders } from '../rules/webhooks.js';
import { diagnosticsOfAddon } from '../support/synthesize.js';

describe('hidePasswords', () => {
  it.each([
    ['"https://flux:hunter2@example.org/web" is wrong', '"https://flux:…@example.org/web" is wrong'],
    ['postgres://a:b@c/d and oci://e:f@g', 'postgres://a:…@c/d and oci://e:…@g'],
    [`https://ghp_${'a'.repeat(36)}@github.com/a/b`, 'https://…@github.com/a/b'],
    ['https://:hunter2@example.org', 'https://:…@example.org'],
    ['https://user%3Ahunter2@example.org/web', 'https://user:…@example.org/web'],
    ['has "user:hunter2@example.org/web"', 'has "user:…@example.org/web"'],
    ['https://example.org/web?a=b&access_token=hunter2', 'https://example.org/web?a=b&access_token=…'],
    [
      `https://a.blob.core.windows.net/b?sv=1&sig=${madeUp(40)}%3D&se=2`,
      'https://a.blob.core.windows.net/b?sv=1&sig=…&se=2',
    ],
    [
      `"https://a.s3.amazonaws.com/b?X-Amz-Signature=${madeUp(64)}"`,
      '"https://a.s3.amazonaws.com/b?X-Amz-Signature=…"',
    ],
  ])('%s', (text, shown) => expect(hidePasswords(text)).toBe(shown));

  it.each([
    'ssh://git@example.org/web',
    'https://org@dev.azure.com/org/a',
    'https://example.org:8443/web@2',
    'https://flux:${PASSWORD}@example.org',
    'user:${PASSWORD}@example.org/web and https://example.org/web?access_token=${TOKEN}',
    'ghcr.io/acme/web:1.2@sha256:0123456789 and web:1.2@sha256:0123456789',
    'git@github.com:example/web and https://example.org',
    'https://example.org/a?sig=short&design=abcdefghijklmnopqrstuvw',
    '"https://example.org:443" of web@example.org',
  ])('leaves %s', (text) => expect(hidePasswords(text)).toBe(text));
});

describe('webhooks', () => {
  it.each(madeUpWebhooks())('are shown without their secret: %s', (url) => {
    expect(findWebhookSecret(`see ${url} there`)).toBeDefined();
    const shown = hidePasswords(`see ${url} there`);
    expect(shown).toMatch(/^see .*….* there$/);
    expect(shown).not.toContain(url.slice(-20));
    expect(shown.slice(0, 12)).toBe(`see ${url}`.slice(0, 12));
  });

  it.each(placeholders)('that hold none stay: %s', (url) => {
    expect(findWebhookSecret(url)).toBeUndefined();
    expect(hidePasswords(url)).toBe(url);
  });
});

it.each([
  ['https://flux:hunter2@example.org/web', 'a password'],
  [`https://x-access-token:ghp_${'a'.repeat(36)}@github.com/a/b`, 'a token of GitHub'],
  [`https://github_pat_${'a'.repeat(40)}@github.com/a/b`, 'a token of GitHub'],
  ['https://user%3Ahunter2@example.org/web', 'a password'],
  ['user:hunter2@example.org/web', 'a password'],
  ['https://example.org/web?private_token=hunter2', 'a token'],
  [`https://oauth2:glpat-${'a'.repeat(20)}@gitlab.com/a/b`, 'a token of GitLab'],
  [`https://example.org/a.git?sv=1&sig=${madeUp(40)}`, 'a signature'],
])('says what a URL has in it: %s', (url, what) => {
  const told = diagnosticsOfAddon({ source: gitSource({ url, ref: { branch: 'main' } }), path: './' });
  const found = told.find(({ code }) => code === 'FX660');
  expect(found?.message).toContain(`has ${what} in its URL`);
});

it('no diagnostic tells the password of a URL', () => {
  for (const url of [
    'ftp://flux:hunter2@example.org/web',
    'ssh://git:hunter2@example.org/web',
    'https://a:hunter2@b',
  ]) {
    const told = diagnosticsOfAddon({ source: gitSource({ url, ref: { branch: 'main' } }), path: './' });
    expect(told.map(({ code }) => code)).toContain('FX660');
    expect(told.map(printDiagnostic).join('\n')).not.toContain('hunter2');
  }
});
