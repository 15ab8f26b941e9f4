import { describe } from 'vitest';
import { compareComments } from './compare-comments.js';

// Each takes seconds: the other changes are among the live tests, with --all.
describe('the comment of a pull request', () => compareComments(['rename-first-step', 'removal-undeclared']));
