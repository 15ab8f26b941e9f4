#!/usr/bin/env node
import { main, runProcess } from '../dist/src/cli/main.js';

runProcess(main);
