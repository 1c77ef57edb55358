/** Plays a short knock on wood for a jump, a low one for the alarm. */

let context: AudioContext | null = null;

export function knock(kind: 'jump' | 'alarm' | 'won'): void {
  context ??= new AudioContext();
  const pitches = { jump: [420], alarm: [150], won: [420, 530, 640] }[kind];
  pitches.forEach((pitch, index) => {
    const oscillator = context!.createOscillator();
    const volume = context!.createGain();
    const start = context!.currentTime + 0.12 * index;
    oscillator.type = 'triangle';
    oscillator.frequency.setValueAtTime(pitch, start);
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
    oscillator.connect(volume).connect(context!.destination);
    oscillator.start(start);
    oscillator.stop(start + 0.18);
  });
}
