/**
 * The game that "Watch a recorded game" shows.
 *
 * @module
 */
import type { Recording } from "../engine/mod.ts";
import { readEvents } from "./shorthand.ts";

/** A minute of play; written by `tests/demo/record.ts`. */
// deno-fmt-ignore
export const RECORDED_GAME: Recording = {
  seed: 7,
  updates: 3600,
  events: readEvents(`
L40SU1l22suR1SU1r6uL1l7sR1S2r4sL10S2l1sR12S1r5R1r3sL15S1l4L1l1sR34S2r3R1srL2S1l9sR1S2r4R1r
2sL1S1l9sR3rL45SU1l2suL1S2l7sR1SU1rsuL1S1l5R1r5sR16SU1r12u13sL3S1l3L1l5L1l2sR24rL10S1l7R1r
3R1r1sL35lR21S1r6sL2S1l2L1l4L1slR7S1r2sR4SU1rsuL7lR8SU1r2u3R1r6R1r5R1r5R1r1sL12S1l14R1r3sL
2lS4R1r3sL16S1l1L1l3sL10SU1l19L1l9L2l24suL1SU1l1L1su5SU1l2L1l20suR2S1r3R1r14sL3S1l1L1l4sR
11S2r1R1srL24lR7S1r6L1l5L1l1sR4S2r9R2r4sL6S1l11L1l12L1l1sR2S1r21R1r9sR1SU1r5uL1l1RU2r10R1r
7u3sR4rL4S1l12sR11S2r5sL13SU1l17u11LU1l10uL1l3sL6lR3rL10S2l1sR21SU1r3R1r22suR26S1r1R1r4R1r
3R1r2L1l7R1r5R1r4R1srL31S1l11sR17S1r16L1l5L1l4sR7S1r4R1r10sR1S2r6R1r7R1r1sL2lR1S2r5R1r1sL8S
1l13sR1S1r5R1r11R1r1sL9S2l2sL39S1l13sL19SU2l6u2R1r11R1r11R1r5sR19S1r17sL21S1l7sL44SU1l9L1l
18L1l6R2r3u20sL3lR22SU1r8R1r13R1r11suL23SU1l13L1l11R1r4u18s89L3["m","move",0.5,0.25,-1]["m
","down",0.5,0.25,0]1lR["m","move",1,0.5,-1]["m","up",1,0.5,0]1r["w",1]1L5l["w",-1]1L5l["w
",-1]1L2["m","move",1.5,0.75,-1]["m","down",1.5,0.75,0]1["m","move",2,1,-1]["m","up",2,1,0]
2l["w",-1]1L5l["w",-1]1L5l["w",-1]1L2["m","move",2.5,1.25,-1]["m","down",2.5,1.25,0]1["m
","move",3,1.5,-1]["m","up",3,1.5,0]2l["w",-1]1L5l["w",-1]1L5l["w",-1]1L5l["w",-1]1L5l["w
",-1]1L5["m","move",3.5,1.75,-1]["m","down",3.5,1.75,0]1lR["m","move",4,2,-1]["m","up
",4,2,0]5r["w",1]1R5r["w",1]1R5r["w",1]1R5r["w",1]1R5r["w",1]1R["m","move",4.5,2.25,-1]["m
","down",4.5,2.25,0]1rL["m","move",5,2.5,-1]["m","up",5,2.5,0]4l["w",-1]1L1["m","move
",5.5,2.75,-1]["m","down",5.5,2.75,0]1l4R["m","move",6,3,-1]["m","up",6,3,0]5r["w",1]1R5r
["w",1]1R5r["w",1]1R["m","move",6.5,3.25,-1]["m","down",6.5,3.25,0]1["m","move",7,3.5,-1]
["m","up",7,3.5,0]4r["w",1]1R5r["w",1]1R5r["w",1]1R5r["w",1]1["m","move",7.5,3.75,-1]["m
","down",7.5,3.75,0]6R1r6S["m","move",8,4,-1]["m","up",8,4,0]1sL2S1l18R1r8sL2S2l6sR9S2r3R1r
1sL11S1l10sL2S1l2L1l7sR5S1r9sR5SU1r4suL4S1l1sR3SU1rsuL3lR2SU1rsuL3lR2SU1rsuL3S1lRU1ruL2l1sR
1SU1ruL2l6U1u2LU1l3uL1l3U1u1U1L1l5L1l2u2L1l5L1l3sR18S2r6R1r3sL20SU1l6u10sR2S2r5R1r4sL3lR6S
2r2R1r2R1r1sL18S1l4L1slR2S1r6sL5lR3S1r3sL4lR2S1r5sR37S1r4R1r1sL8l["w",-1]1L1["m","move
",8.5,4.25,-1]["m","down",8.5,4.25,0]1l14R1r["m","move",9,4.5,-1]["m","up",9,4.5,0]["w",-1]
1L5l["w",-1]1L5l["w",-1]1L5l["w",-1]1L1["m","move",9.5,4.75,-1]["m","down",9.5,4.75,0]1l14L
1l2R["m","move",10,5,-1]["m","up",10,5,0]4r["w",1]1R5r["w",1]1R5r["w",1]1R4["m","move
",10.5,5.25,-1]["m","down",10.5,5.25,0]1r11L1l1L2l6L1l6L1l4R["m","move",11,5.5,-1]["m","up
",11,5.5,0]3r["w",1]1R5r["w",1]1R5U["m","move",11.5,5.75,-1]["m","down",11.5,5.75,0]1r6R1r
11u3L["m","move",12,6,-1]["m","up",12,6,0]2l["w",-1]1L5lRU["m","move",12.5,6.25,-1]["m","do
wn",12.5,6.25,0]1ruL["m","move",13,6.5,-1]["m","up",13,6.5,0]4["m","move",13.5,6.75,-1]["m
","down",13.5,6.75,0]2lR["m","move",14,7,-1]["m","up",14,7,0]6U["m","move",14.5,7.25,-1]["m
","down",14.5,7.25,0]2ruL["m","move",15,7.5,-1]["m","up",15,7.5,0]3l["w",-1]1L["m","move
",15.5,7.75,-1]["m","down",15.5,7.75,0]2lR["m","move",16,8,-1]["m","up",16,8,0]3r["w",1]1R
1U["m","move",16.5,8.25,-1]["m","down",16.5,8.25,0]1ruL["m","move",17,8.5,-1]["m","up
",17,8.5,0]1lR1rL1l["w",-1]1L2["m","move",17.5,8.75,-1]["m","down",17.5,8.75,0]1l10S["m","m
ove",18,9,-1]["m","up",18,9,0]6sR2S2r6R1r4sL6lR7S1r2R1r4R1r2sL12S2l8sR1S1r7R1srL5lR20S1r7R
1r6sL14lR11S1r16sL29SU1l25R1r1u2L1l6sL1S2l8L1l4sR12S2r2sL7S1l7R1r1sL8S1l12L1l3sL3S1l4L1l12s
R1S1r20R1r9sR7rL6lR10SU1r1R1r7R1r5R1r6R1r1s["m","move",18.5,9.25,-1]["m","down
",18.5,9.25,0]2uR["m","move",19,9.5,-1]["m","up",19,9.5,0]4r["w",1]1R["m","move
",19.5,9.75,-1]["m","down",19.5,9.75,0]1r1R1r6R1r5L["m","move",20,10,-1]["m","up",20,10,0]
1["m","move",20.5,10.25,-1]["m","down",20.5,10.25,0]2l17["m","move",21,10.5,-1]["m","up
",21,10.5,0]["w",1]1R5U["m","move",21.5,10.75,-1]["m","down",21.5,10.75,0]1r11u["m","move
",22,11,-1]["m","up",22,11,0]["w",-1]1L5l["w",-1]1L5l["w",-1]1L5l["w",-1]1L1U["m","move
",22.5,11.25,-1]["m","down",22.5,11.25,0]1l20L1l2uL["m","move",23,11.5,-1]["m","up
",23,11.5,0]3U["m","move",23.5,11.75,-1]["m","down",23.5,11.75,0]1l1uL1l6L1l2L1l3L1l3R["m
","move",24,12,-1]["m","up",24,12,0]5r["w",1]1R5["m","move",24.5,12.25,-1]["m","down
",24.5,12.25,0]2r7L["m","move",25,12.5,-1]["m","up",25,12.5,0]1["m","move",25.5,12.75,-1]
["m","down",25.5,12.75,0]1l8L["m","move",26,13,-1]["m","up",26,13,0]2["m","move
",26.5,13.25,-1]["m","down",26.5,13.25,0]2l4L1lR["m","move",27,13.5,-1]["m","up",27,13.5,0]
2r["w",1]1R5["m","move",27.5,13.75,-1]["m","down",27.5,13.75,0]1r1R1r2R["m","move
",28,14,-1]["m","up",28,14,0]1r["w",1]1R5r["w",1]1R6["m","move",28.5,14.25,-1]["m","down
",28.5,14.25,0]1r1R1r3R1rS["m","move",29,14.5,-1]["m","up",29,14.5,0]1sL23S1l12R2r8R1r6R1r
4sL16S1l4L1l10L2l6L1l1L2l4L1l5L1l5L1slR39SU2r11R1r12R1r13suR2SU1r1R1r2suL4SU1l2u15R1r1sR18S
1r1R1r9R1r3sL32S2l10L1l5sL1S1lsR32S1r9R1r3sL28SU1l3suR2SU1r
`),
};

/** The `digest()` at its end. */
export const RECORDED_DIGEST = "3fd9106efa97be9f";

/** Points at its end. */
export const RECORDED_SCORE = 15420;
