import { describe } from 'vitest';
import { changes } from '../ci/changes.js';
import { compareComments } from '../ci/compare-comments.js';
import { runsAll } from './describe-live.js';

describe.skipIf(!runsAll)(`the comments of ten changes${runsAll ? '' : ' (skipped: only with --all)'}`, () =>
  compareComments(Object.keys(changes)),
);
