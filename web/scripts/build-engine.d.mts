export function modulePath(): string;
export function buildEnvironment(): Record<string, string | undefined>;
