import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['measure/**/*.measure.ts'], testTimeout: 600_000, fileParallelism: false },
});
