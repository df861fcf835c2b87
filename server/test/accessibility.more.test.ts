import { flawsAtEachSize } from './support/accessibility.ts';
import { testEveryPage } from './support/every-page.ts';

testEveryPage(flawsAtEachSize);
