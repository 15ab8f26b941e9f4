import { encryptedFile } from 'fluxspan';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX325',
    mutation: {
      adds: () =>
        platform.extended({ build: (scope) => void encryptedFile(scope, 'test/fixtures/sops/names-only.enc.yaml') }),
    },
    live: {
      none: 'content.test.ts decrypts a file that is as it should be; the other would need a key and a cluster of its own',
    },
  },
];
